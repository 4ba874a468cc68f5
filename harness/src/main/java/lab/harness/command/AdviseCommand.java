package lab.harness.command;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import lab.harness.advise.Advice;
import lab.harness.advise.AdviceText;
import lab.harness.advise.Resource;
import lab.harness.advise.Workload;
import lab.harness.model.Durations;
import lab.harness.model.InvalidInputException;
import lab.harness.report.Text;
import lab.harness.run.Meters;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

@Command(name = "advise", mixinStandardHelpOptions = true, sortOptions = false,
		description = "The law as a calculator: which limit decides, what another model would change, which guard to "
				+ "set. Measures nothing.")
final class AdviseCommand implements Callable<Integer> {

	private static final double MOST_RATE = 100_000;

	private static final int MOST_USERS = 1_000_000;

	private static final int MOST_CORES = 4096;

	private final CommandContext context;

	@Option(names = "--rate", paramLabel = "N", description = "Requests that arrive in a second, at peak.")
	private @Nullable Double rate;

	@Option(names = "--users", paramLabel = "N",
			description = "Users who each wait for the answer before the next request, in place of --rate.")
	private @Nullable Integer users;

	@Option(names = "--wait", paramLabel = "TIME", converter = ExactTime.class,
			description = "Mean time for which a request waits for other services, such as 500ms.")
	private @Nullable Duration waiting;

	@Option(names = "--query", paramLabel = "TIME", converter = ExactTime.class,
			description = "Mean time for which a request holds a connection to the database.")
	private @Nullable Duration query;

	@Option(names = "--cpu", paramLabel = "TIME", converter = ExactTime.class,
			description = "Mean CPU time of a request, such as 0.7ms.")
	private @Nullable Duration cpu;

	@Option(names = "--held", description = "A request keeps its database connection while it waits, as in a "
			+ "@Transactional method around a remote call, or with spring.jpa.open-in-view.")
	private boolean held;

	@Option(names = "--think", paramLabel = "TIME", converter = ExactTime.class,
			description = "Mean time from an answer to the user's next request (default: none).")
	private @Nullable Duration think;

	@Option(names = "--threads", paramLabel = "N", converter = Amount.class,
			description = "Request threads of the server, or none if they are virtual (default: 200).")
	private @Nullable Double threads;

	@Option(names = "--connections", paramLabel = "N", converter = Amount.class,
			description = "Connections of the server, or none if there is no limit (default: 8192).")
	private @Nullable Double connections;

	@Option(names = "--accept-count", paramLabel = "N", converter = Amount.class,
			description = "Connections in its accept queue (default: 100).")
	private @Nullable Double acceptCount;

	@Option(names = "--http-pool", paramLabel = "N", converter = Amount.class,
			description = "Connections to other services, or none if there is no limit.")
	private @Nullable Double httpPool;

	@Option(names = "--pool", paramLabel = "N", converter = Amount.class,
			description = "Connections to the database (default: 10).")
	private @Nullable Double pool;

	@Option(names = "--pool-timeout", paramLabel = "TIME", converter = ExactTime.class,
			description = "Time after which a request that waits for one of them fails (default: 30s).")
	private @Nullable Duration poolTimeout;

	@Option(names = "--cores", paramLabel = "N", description = "Processors of the service.")
	private @Nullable Double cores;

	@Option(names = "--heap", paramLabel = "SIZE", converter = Size.class, description = "Its heap, such as 512m.")
	private @Nullable Double heap;

	@Option(names = "--request-heap", paramLabel = "SIZE", converter = Size.class,
			description = "Heap that a waiting request holds (default: as in the record waiting-memory).")
	private @Nullable Double requestHeap;

	@Option(names = "--service-heap", paramLabel = "SIZE", converter = Size.class,
			description = "Heap that the service keeps without a request (default: as in the record waiting-memory).")
	private @Nullable Double serviceHeap;

	@Option(names = "--actuator", paramLabel = "URL",
			description = "Reads what is not given from a running service, such as http://localhost:8080/actuator.")
	private @Nullable URI actuator;

	@Option(names = "--for", paramLabel = "TIME", converter = ExactTime.class,
			description = "Time for which requests are counted with --actuator (default: ${DEFAULT-VALUE}).",
			defaultValue = "10s")
	private Duration counted = Duration.ZERO;

	@Option(names = "--trusted-network", description = "Reads from another host too.")
	private boolean trustedNetwork;

	AdviseCommand(CommandContext context) {
		this.context = context;
	}

	@Override
	public Integer call() throws InterruptedException {
		requireAbove0("--rate", this.rate, MOST_RATE);
		requireAbove0("--cores", this.cores, MOST_CORES);
		InvalidInputException.requireRange("--users", this.users, 1, MOST_USERS);
		if ((this.rate != null) ? this.users != null : this.users == null && this.actuator == null) {
			throw new InvalidInputException("--rate or --users, one of the two, says what load the service has");
		}
		InvalidInputException.require(this.think == null || this.users != null, "--think",
				"only users think; give --users, or leave it out");
		InvalidInputException.require(!this.held || this.waiting != null || this.actuator != null, "--held",
				"give the time of the call as --wait, and that of the queries as --query");
		URI base = this.actuator;
		ServiceReading reading = (base != null) ? new ServiceReading(meters(base), this.counted) : new ServiceReading();
		if (this.rate == null && this.users == null) {
			this.rate = reading.rate();
			if (this.rate == null) {
				throw new InvalidInputException("no request came within " + Durations.format(this.counted)
						+ "; put the service under its usual load, or give --rate and the times of a request");
			}
		}
		Advice advice = Advice.of(workload(reading));
		if (advice.workload().times().request() == null) {
			throw new InvalidInputException(
					"no time of a request is known; give --wait, --query or --cpu" + ((this.actuator != null)
							? "; the service has none, or no request came within " + Durations.format(this.counted)
							: ""));
		}
		this.context.out()
			.print(AdviceText.of(advice, reading.readings(), Durations.format(this.counted), this.context.language()));
		return 0;
	}

	private Workload workload(ServiceReading reading) {
		Map<Resource, Double> amounts = new EnumMap<>(Resource.class);
		put(amounts, Resource.USERS, (this.users != null) ? Double.valueOf(this.users) : null);
		put(amounts, Resource.REQUEST_THREADS, reading.amount(this.threads, "--threads", "tomcat.threads.config.max"));
		put(amounts, Resource.CONNECTIONS,
				reading.amount(this.connections, "--connections", "tomcat.connections.config.max"));
		put(amounts, Resource.ACCEPT_QUEUE, this.acceptCount);
		put(amounts, Resource.HTTP_POOL, this.httpPool);
		put(amounts, Resource.DATABASE_POOL, reading.amount(this.pool, "--pool", "hikaricp.connections.max"));
		put(amounts, Resource.CPU, reading.amount(this.cores, "--cores", "system.cpu.count"));
		Double size = reading.bytes(this.heap, "--heap", "jvm.memory.max?tag=area:heap");
		requireRoom(size);
		put(amounts, Resource.HEAP, size);
		Workload.Times times = times(reading);
		reading.busyThreads();
		return new Workload(this.rate, times, amounts, Set.of(), this.requestHeap, this.serviceHeap,
				millis(this.poolTimeout))
			.withDefaults(this.actuator == null || reading.isTomcat());
	}

	private Workload.Times times(ServiceReading reading) {
		Double wait = reading.millis(millis(this.waiting), "--wait", ServiceReading.CALLS);
		Double connection = reading.millis(millis(this.query), "--query", ServiceReading.CONNECTIONS);
		Double processor = reading.millis(millis(this.cpu), "--cpu", ServiceReading.PROCESSOR);
		boolean holds = this.held || this.waiting == null && this.query == null && reading.isHeldDuringCall();
		if (holds && this.query == null && connection != null && wait != null) {
			// The meter counts the call too.
			connection = (connection > wait) ? (Double) (connection - wait) : null;
		}
		return new Workload.Times(wait, connection, processor, holds,
				Objects.requireNonNullElse(millis(this.think), 0.0));
	}

	private void requireRoom(@Nullable Double size) {
		double own = Objects.requireNonNullElse(this.serviceHeap, Advice.SERVICE_MIB * Advice.MIB);
		if (size != null && size <= own) {
			throw new InvalidInputException("--heap: " + mib(size) + " is no more than the " + mib(own)
					+ " that the service keeps; give a larger heap, or its own part as --service-heap");
		}
	}

	private static String mib(double bytes) {
		return Text.number(bytes / Advice.MIB) + " MiB";
	}

	private Meters meters(URI uri) {
		String host = uri.getHost();
		if (host == null || !List.of("http", "https").contains(uri.getScheme())) {
			throw new InvalidInputException(
					"--actuator: invalid URL '" + uri + "'; write one such as http://localhost:8080/actuator");
		}
		InvalidInputException.require(this.trustedNetwork || isLoopback(host), "--actuator", "'" + uri
				+ "' is not on this machine; if its host and network are yours, say so with --trusted-network");
		Meters meters = new Meters(uri, null);
		meters.requireActuator();
		return meters;
	}

	private static boolean isLoopback(String host) {
		try {
			return InetAddress.getByName(host).isLoopbackAddress();
		}
		catch (UnknownHostException ex) {
			throw new InvalidInputException("--actuator: there is no host '" + host + "'", ex);
		}
	}

	private static void put(Map<Resource, Double> amounts, Resource resource, @Nullable Double amount) {
		if (amount != null) {
			amounts.put(resource, amount);
		}
	}

	private static @Nullable Double millis(@Nullable Duration duration) {
		return (duration != null) ? (Double) (duration.toNanos() / 1e6) : null;
	}

	private static void requireAbove0(String option, @Nullable Double value, double most) {
		InvalidInputException.require(value == null || (value > 0 && value <= most), option,
				value + " is out of range; accepted: more than 0, at most " + (long) most);
	}

	/** A time above 0, at most 10 minutes, with fractions of a millisecond. */
	static final class ExactTime implements ITypeConverter<Duration> {

		private static final Duration MOST = Duration.ofMinutes(10);

		@Override
		public Duration convert(String text) {
			Duration duration = BenchCommand.duration(Durations::parseExactly, text);
			if (!duration.isPositive() || duration.compareTo(MOST) > 0) {
				throw new TypeConversionException(text + " is out of range; accepted: more than 0, at most 10m");
			}
			return duration;
		}

	}

	/** A number of threads or connections, infinite for {@code none}. */
	static final class Amount implements ITypeConverter<Double> {

		@Override
		public Double convert(String text) {
			if (text.equals("none")) {
				return Double.POSITIVE_INFINITY;
			}
			if (!text.matches("[1-9]\\d{0,6}")) {
				throw new TypeConversionException(
						"invalid number '" + text + "'; write 1 to 9999999, or none if there is no limit");
			}
			return Double.valueOf(text);
		}

	}

	/** A size as the JVM takes it, in bytes. */
	static final class Size implements ITypeConverter<Double> {

		private static final Pattern FORM = Pattern.compile("([1-9]\\d{0,8})([kmgKMG])");

		@Override
		public Double convert(String text) {
			Matcher matcher = FORM.matcher(text);
			if (!matcher.matches()) {
				throw new TypeConversionException(
						"invalid size '" + text + "'; write a number and a unit, such as 512m or 2g");
			}
			long unit = switch (matcher.group(2)) {
				case "k", "K" -> 1L << 10;
				case "m", "M" -> 1L << 20;
				default -> 1L << 30;
			};
			return Double.parseDouble(matcher.group(1)) * unit;
		}

	}

}
