package lab.harness.advise;

import org.jspecify.annotations.Nullable;

/**
 * A limited resource that a request occupies.
 */
public enum Resource {

	USERS("users", "--users", Basis.USERS, Basis.COMPARISON),
	REQUEST_THREADS("request threads", "--threads", Basis.THREADS, Basis.COMPARISON),
	HTTP_POOL("HTTP pool", "--http-pool", Basis.POOL, Basis.POOL),
	DATABASE_POOL("database pool", "--pool", Basis.JDBC, Basis.JDBC),
	CPU("CPU", "--cores", Basis.SERVER_THREADS, Basis.CPU_AFTER_IO),
	HEAP("heap", "--heap", Basis.WAITING_MEMORY, Basis.WAITING_MEMORY);

	private final String words;

	private final String option;

	private final Basis basis;

	private final Basis basisOfModels;

	Resource(String words, String option, Basis basis, Basis basisOfModels) {
		this.words = words;
		this.option = option;
		this.basis = basis;
		this.basisOfModels = basisOfModels;
	}

	/** The option of {@code bench advise} that gives the number. */
	public String option() {
		return this.option;
	}

	/** The experiment in which this limit decides. */
	public Basis basis() {
		return this.basis;
	}

	/** The experiment that compares the models where this limit decides. */
	public Basis basisOfModels() {
		return this.basisOfModels;
	}

	/** The time for which a request occupies one of them; null if it is unknown. */
	public @Nullable Double millis(Workload.Times times) {
		return switch (this) {
			case USERS, REQUEST_THREADS, HEAP -> times.request();
			case HTTP_POOL -> times.waiting();
			case DATABASE_POOL -> times.query();
			case CPU -> times.cpu();
		};
	}

	/** The option that gives that time. */
	public String timeOption() {
		return switch (this) {
			case USERS, REQUEST_THREADS, HEAP, HTTP_POOL -> "--wait";
			case DATABASE_POOL -> "--query";
			case CPU -> "--cpu";
		};
	}

	@Override
	public String toString() {
		return this.words;
	}

}
