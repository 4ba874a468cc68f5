package lab.harness.report;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.model.Metric;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.Claim;
import lab.harness.model.result.Claim.Answer;
import lab.harness.model.result.ClaimKind;
import lab.harness.model.result.Manifest;

/**
 * The answer to the question whether to change a service, as the first sentence.
 */
record AnswerText(VerdictText text, Answer answer) {
	/** No noise of a single round takes half of the throughput. */
	private static final double MUCH_LESS = 0.5;

	String sentence() {
		String sentence = switch (this.answer.decision()) {
			case YES -> "Yes: " + yes();
			case NO -> "No: " + no();
			case NO_DIFFERENCE -> "It makes no difference: " + alike();
			case NOT_DECIDED -> notDecided();
		};
		return sentence + ".";
	}

	private String yes() {
		return (this.answer.reason() == Claim.Reason.LIMIT) ? limit("your limit") + ". " + Text.capital(served())
				: served();
	}

	private String no() {
		return switch (Objects.requireNonNull(this.answer.reason())) {
			case PROCESSORS -> "the processors are your limit: "
					+ claims(Claim.Processors.class).map(VerdictText::capacity).findFirst().orElseThrow();
			case FREE_THREADS -> "threads are not your limit: " + claims(Claim.NotTheLimit.class)
				.map((free) -> "at most " + Text.number(free.most()) + " of " + free.of() + " were in use")
				.findFirst()
				.orElseThrow() + beside();
			case SAME_LIMIT -> limit("the limit of both");
			default -> served();
		};
	}

	/** Words about a difference that free threads do not explain. */
	private String beside() {
		double first = this.answer.served().getFirst();
		double other = this.answer.served().getLast();
		return (other < MUCH_LESS * first) ? "; " + served() : Claim.Answer.isNotablyMore(other, first)
				? "; " + served() + ", a difference that is not decided, because " + because() : "";
	}

	private String alike() {
		if (this.answer.reason() == Claim.Reason.SAME_LIMIT) {
			return names(this.answer.first(), this.answer.other()) + " served all that these users can ask for, "
					+ rate(this.answer.served().getLast());
		}
		return claims(Claim.Pair.class)
			.filter((pair) -> pair.status() == Claim.Status.NOT_SEEN
					&& pair.pair().containsAll(List.of(this.answer.first(), this.answer.other())))
			.map((pair) -> names(this.answer.first(), this.answer.other()) + " differ by less than "
					+ Text.upTo(100 * pair.margin()) + " %")
			.findFirst()
			.orElseThrow();
	}

	/** Such as {@code 200 request threads are your limit}. */
	private String limit(String whose) {
		return claims(Claim.Reached.class).filter((reached) -> reached.variants().contains(this.answer.first()))
			.map((reached) -> ((reached.slots() != null) ? Text.number(reached.slots()) + " " : "your ")
					+ Objects.requireNonNull(reached.limit()) + " are " + whose
					+ this.text.ifItWaits(this.answer.first()))
			.findFirst()
			.orElseThrow();
	}

	private String served() {
		return names(this.answer.other()) + " served " + rate(this.answer.served().getLast()) + " where "
				+ names(this.answer.first()) + " served " + Text.rounded(this.answer.served().getFirst());
	}

	private static String rate(double throughput) {
		return Text.rounded(throughput) + " " + Metric.THROUGHPUT.unit();
	}

	private String names(String... variants) {
		return this.text.names(List.of(variants));
	}

	private String notDecided() {
		Manifest manifest = this.text.runs().findings().manifest();
		return "Not decided between " + names(this.answer.first(), this.answer.other()) + ", because " + because()
				+ ", though " + served()
				+ ((manifest == null) ? "" : "; this decides it" + condition(failed(ClaimKind.DIFFERENCE)) + ": "
						+ EnvironmentSection.commandOfMoreRounds(manifest));
	}

	private String because() {
		List<String> failed = failed(ClaimKind.DIFFERENCE);
		return failed.isEmpty() ? "the rounds differ too much or are too few"
				: failed.stream().map((check) -> "'" + check + "'").collect(Collectors.joining(" and ")) + " failed";
	}

	/** The condition under which the command decides it. */
	private String condition(List<String> failed) {
		if (failed.isEmpty()) {
			return "";
		}
		if (failed.contains(CheckKind.NO_ERRORS.toString())) {
			return ", once no request fails";
		}
		if (!failed.contains(CheckKind.WARM.toString())) {
			return ", while no other program runs";
		}
		// A longer warm-up did not help the clinic's 200 busy threads.
		return failed(ClaimKind.LATENCY).contains(CheckKind.MACHINE_IDLE.toString())
				? ", with fewer users, since busy threads keep the compilers from the processors"
				: ", with 'warm-up: 3m' in its load";
	}

	/** The checks that withhold claims of a kind. */
	private List<String> failed(ClaimKind kind) {
		return claims(Claim.Withheld.class).filter((claim) -> claim.claims().contains(kind))
			.map(Claim.Withheld::because)
			.distinct()
			.toList();
	}

	private <T extends Claim> Stream<T> claims(Class<T> kind) {
		return this.text.runs()
			.findings()
			.claims(kind)
			.filter((claim) -> claim.where() == null || this.answer.point().equals(claim.where()));
	}

}
