package lab.harness.advise;

import java.util.function.Function;

import lab.harness.advise.Workload.Times;
import org.jspecify.annotations.Nullable;

/**
 * A limited resource that a request occupies.
 */
public enum Resource {

	USERS("users", "--users", null, Times::cycle, "--wait", Basis.USERS, Basis.COMPARISON),
	CONNECTIONS("server connections", "--connections", 8192.0, Times::connected, "--wait", Basis.BACKLOG,
			Basis.COMPARISON),
	/** Connections that wait beside those of the server, and serve nothing. */
	ACCEPT_QUEUE("accept queue", "--accept-count", 100.0, (times) -> null, "", Basis.BACKLOG, Basis.BACKLOG),
	REQUEST_THREADS("request threads", "--threads", 200.0, Times::request, "--wait", Basis.THREADS, Basis.COMPARISON),
	HTTP_POOL("HTTP pool", "--http-pool", null, Times::waiting, "--wait", Basis.POOL, Basis.POOL),
	DATABASE_POOL("database pool", "--pool", 10.0, Times::connection, "--query", Basis.JDBC, Basis.JDBC),
	CPU("CPU", "--cores", null, Times::cpu, "--cpu", Basis.SERVER_THREADS, Basis.CPU_AFTER_IO),
	HEAP("heap", "--heap", null, Times::request, "--wait", Basis.WAITING_MEMORY, Basis.WAITING_MEMORY);

	private final String words;

	/** The option of {@code bench advise} that gives the number. */
	final String option;

	/** The number in a Spring Boot service on Tomcat that does not set it. */
	final @Nullable Double byDefault;

	/** The time for which a request occupies one of them; null if it is unknown. */
	final Function<Times, @Nullable Double> millis;

	/** The option that gives that time. */
	final String timeOption;

	/** The experiment in which this limit decides. */
	final Basis basis;

	/** The experiment that compares the models where this limit decides. */
	final Basis basisOfModels;

	Resource(String words, String option, @Nullable Double byDefault, Function<Times, @Nullable Double> millis,
			String timeOption, Basis basis, Basis basisOfModels) {
		this.words = words;
		this.option = option;
		this.byDefault = byDefault;
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
