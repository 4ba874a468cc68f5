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

	private static final String MORE_ROUNDS = "--rounds 5";

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
				.orElseThrow() + (isMuchLess() ? "; " + served() : "");
			case SAME_LIMIT -> limit("the limit of both");
			default -> served();
		};
	}

	/** Whether the other variant served less than half of the first. */
	private boolean isMuchLess() {
		return this.answer.served().getLast() < MUCH_LESS * this.answer.served().getFirst();
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
		String because = claims(Claim.Withheld.class).map((claim) -> "'" + claim.because() + "'")
			.distinct()
			.collect(Collectors.joining(" and "));
		Manifest manifest = this.text.runs().findings().manifest();
		return "Not decided between " + names(this.answer.first(), this.answer.other()) + ", because "
				+ (because.isEmpty() ? "the rounds differ too much or are too few" : because + " failed") + ", though "
				+ served() + ((manifest == null) ? "" : "; this decides it" + condition() + ": " + command(manifest));
	}

	/** What must be different the next time. */
	private String condition() {
		List<String> failed = claims(Claim.Withheld.class)
			.filter((claim) -> claim.claims().contains(ClaimKind.DIFFERENCE))
			.map(Claim.Withheld::because)
			.toList();
		return failed.isEmpty() ? ""
				: failed.contains(CheckKind.NO_ERRORS.toString()) ? ", once no request fails"
						: failed.contains(CheckKind.WARM.toString()) ? ", with 'warm-up: 3m' in its load"
								: ", while no other program runs";
	}

	/** The command with more rounds and without its seed. */
	private static String command(Manifest manifest) {
		String command = EnvironmentSection.line(manifest.command()).replaceAll(" --(seed|rounds)[ =]\\d+", "");
		return "`" + command + " " + MORE_ROUNDS + "`";
	}

	private <T extends Claim> Stream<T> claims(Class<T> kind) {
		return this.text.runs()
			.findings()
			.claims()
			.stream()
			.filter((claim) -> claim.where() == null || this.answer.point().equals(claim.where()))
			.filter(kind::isInstance)
			.map(kind::cast);
	}

}
