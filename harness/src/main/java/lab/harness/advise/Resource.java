package lab.harness.advise;

import java.util.function.Function;

import lab.harness.advise.Workload.Times;
import org.jspecify.annotations.Nullable;

/**
 * A limited resource that a request occupies.
 */
public enum Resource {

	USERS("users", "--users", Times::request, "--wait", Basis.USERS, Basis.COMPARISON),
	REQUEST_THREADS("request threads", "--threads", Times::request, "--wait", Basis.THREADS, Basis.COMPARISON),
	HTTP_POOL("HTTP pool", "--http-pool", Times::waiting, "--wait", Basis.POOL, Basis.POOL),
	DATABASE_POOL("database pool", "--pool", Times::query, "--query", Basis.JDBC, Basis.JDBC),
	CPU("CPU", "--cores", Times::cpu, "--cpu", Basis.SERVER_THREADS, Basis.CPU_AFTER_IO),
	HEAP("heap", "--heap", Times::request, "--wait", Basis.WAITING_MEMORY, Basis.WAITING_MEMORY);

	private final String words;

	/** The option of {@code bench advise} that gives the number. */
	final String option;

	/** The time for which a request occupies one of them; null if it is unknown. */
	final Function<Times, @Nullable Double> millis;

	/** The option that gives that time. */
	final String timeOption;

	/** The experiment in which this limit decides. */
	final Basis basis;

	/** The experiment that compares the models where this limit decides. */
	final Basis basisOfModels;

	Resource(String words, String option, Function<Times, @Nullable Double> millis, String timeOption, Basis basis,
			Basis basisOfModels) {
		this.words = words;
		this.option = option;
		this.millis = millis;
		this.timeOption = timeOption;
		this.basis = basis;
		this.basisOfModels = basisOfModels;
	}

	@Override
	public String toString() {
		return this.words;
	}

}
