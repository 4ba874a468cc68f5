package lab.harness.model.result;

import java.util.Locale;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * One check of a run.
 *
 * @param kind what is checked
 * @param of which one, if a run has several checks of the kind, or null
 * @param value the measured value, or null if there was nothing to measure
 * @param blame the cause of a failure, which may differ from that of the kind
 */
public record Check(CheckKind kind, @Nullable String of, @Nullable Double value, String limit, boolean ok,
		CheckKind.Blame blame) {

	public Check(CheckKind kind, @Nullable String of, @Nullable Double value, String limit, boolean ok) {
		this(kind, of, value, limit, ok, kind.blame());
	}

	/** Failed requests that are told beside a difference, and do not explain it. */
	private static final double FEW_ERRORS = 0.01;

	/**
	 * The claims that it withholds: none if it passed, all if its value is impossible and
	 * not only a sign of a busy machine, so that the evidence itself is wrong. Fewer if
	 * one request in a hundred failed at most, or if the processors are full of the run's
	 * own load: then throughputs can be compared, as its users never waited for JMeter by
	 * {@code law}.
	 */
	public Set<ClaimKind> withholds() {
		if (this.ok) {
			return Set.of();
		}
		if (this.kind == CheckKind.NO_ERRORS && this.value != null && this.value <= FEW_ERRORS) {
			return Set.of(ClaimKind.LAW);
		}
		if (this.kind == CheckKind.MACHINE_IDLE && this.blame == CheckKind.Blame.LOAD) {
			return Set.of(ClaimKind.LATENCY);
		}
		boolean impossible = switch (this.kind) {
			case LAW -> this.value == null || this.value > 1;
			case BACKEND_DELAY_GIVEN -> this.value != null && this.value < 0;
			default -> false;
		};
		return impossible ? ClaimKind.ALL : this.kind.withholds();
	}

	/** The name in files and tables, such as {@code law} or {@code theory: rejected}. */
	public String name() {
		return this.kind + ((this.of != null) ? ": " + this.of : "");
	}

	public static Check within(CheckKind kind, double value, double least, double most) {
		return of(kind, value, number(least) + ".." + number(most), value >= least && value <= most);
	}

	public static Check atMost(CheckKind kind, double value, double most) {
		return of(kind, value, "<= " + number(most), value <= most);
	}

	public static Check atLeast(CheckKind kind, double value, double least) {
		return of(kind, value, ">= " + number(least), value >= least);
	}

	public static Check equal(CheckKind kind, double value, double expected) {
		return of(kind, value, "= " + number(expected), value == expected);
	}

	/** A copy for one of several checks of a kind. */
	public Check of(String what) {
		return new Check(this.kind, what, this.value, this.limit, this.ok, this.blame);
	}

	public Check blaming(CheckKind.Blame blame) {
		return new Check(this.kind, this.of, this.value, this.limit, this.ok, blame);
	}

	/** A value that is not a number, such as a mean over nothing, fails the check. */
	private static Check of(CheckKind kind, double value, String limit, boolean ok) {
		return Double.isFinite(value) ? new Check(kind, null, value, limit, ok)
				: new Check(kind, null, null, limit, false);
	}

	private static String number(double value) {
		return (value == Math.rint(value)) ? String.valueOf((long) value)
				: String.format(Locale.ROOT, "%.4f", value).replaceAll("\\.?0+$", "");
	}

}
