package lab.harness.command;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A line of the doctor.
 *
 * @param state whether it is as it should be
 * @param what such as {@code cores}
 * @param found what this machine has
 * @param advice what would mend it; empty if what was found says so
 */
record Condition(State state, String what, String found, String advice) {

	static Condition require(boolean ok, String what, String found, String advice) {
		return new Condition(ok ? State.OK : State.BAD, what, found, advice);
	}

	/** A condition without which everything works, only less well. */
	static Condition wish(boolean ok, String what, String found, String advice) {
		return new Condition(ok ? State.OK : State.NOTE, what, found, advice);
	}

	String line() {
		String mark = switch (this.state) {
			case OK -> "ok   ";
			case BAD -> "BAD  ";
			case NOTE -> "note ";
		};
		return mark + this.what + ": " + this.found
				+ ((this.state == State.OK || this.advice.isEmpty()) ? "" : ": " + this.advice);
	}

	/** Whether the machine is ready for the workshop, and what to do if not. */
	static String readiness(List<Condition> conditions) {
		String todo = conditions.stream()
			.filter(Condition::isBad)
			.map((condition) -> condition.what + ": "
					+ (condition.advice.isEmpty() ? condition.found : condition.advice))
			.collect(Collectors.joining("; "));
		return "ready for the workshop: " + (todo.isEmpty() ? "yes" : "no: " + todo);
	}

	boolean isBad() {
		return this.state == State.BAD;
	}

	enum State {

		OK, BAD, NOTE

	}

}
