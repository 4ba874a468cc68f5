package lab.programs.pools;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

import lab.programs.ChildJvm;
import lab.programs.Options;
import lab.programs.Output;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;

/**
 * {@code @Async} work that is in flight when an application of Spring Boot ends is
 * finished or lost, which depends on the executor.
 * <p>
 * In a second JVM an application calls an {@code @Async} method 20 times, each time for a
 * second of waiting, and ends as soon as all threads that there are have begun. A caller
 * got its answer long ago, so nobody notices the work that is not done.
 */
public final class AsyncShutdown {

	private static final int TASKS = 20;

	/* The threads of the pool by default. Its queue has no bound, so it never grows. */
	private static final int THREADS = 8;

	private static final String BEGUN = "begun";

	private static final String FINISHED = "finished";

	private static final String INTERRUPTED = "interrupted";

	enum Executor {

		/*
		 * The default. The context waits for all that the pool has accepted, its queue
		 * included, up to 30 s (spring.lifecycle.timeout-per-shutdown-phase).
		 */
		POOL(THREADS, TASKS),

		/*
		 * The same pool has 1.5 s, too little for its work: the first 8 tasks are
		 * finished, the next 8 interrupted, and the rest never begins.
		 */
		POOL_TOO_LATE(THREADS, THREADS, "--spring.lifecycle.timeout-per-shutdown-phase=1500ms"),

		/*
		 * Wrong: virtual threads are daemons, and by default nobody waits for them. All
		 * have begun, and none is finished.
		 */
		VIRTUAL(TASKS, 0, Executor.VIRTUAL_THREADS),

		/* Right: both properties; the period alone has no effect. */
		VIRTUAL_AWAITED(TASKS, TASKS, Executor.VIRTUAL_THREADS, Executor.AWAIT, Executor.PERIOD);

		private static final String VIRTUAL_THREADS = "--spring.threads.virtual.enabled=true";

		private static final String AWAIT = "--spring.task.execution.shutdown.await-termination=true";

		private static final String PERIOD = "--spring.task.execution.shutdown.await-termination-period=30s";

		private final int threads;

		private final int finished;

		private final List<String> properties;

		Executor(int threads, int finished, String... properties) {
			this.threads = threads;
			this.finished = finished;
			this.properties = List.of(properties);
		}

	}

	/** Stands for work that goes on after the answer, such as a mail. */
	static class Mail {

		private final CountDownLatch begun;

		Mail(CountDownLatch begun) {
			this.begun = begun;
		}

		@Async
		public void send() {
			System.out.println(BEGUN);
			this.begun.countDown();
			try {
				Thread.sleep(1000);
				System.out.println(FINISHED);
			}
			catch (InterruptedException ex) {
				System.out.println(INTERRUPTED);
			}
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAsync
	@ImportAutoConfiguration({ LifecycleAutoConfiguration.class, TaskExecutionAutoConfiguration.class })
	static class Application {

		@Bean
		CountDownLatch begun(Environment environment) {
			return new CountDownLatch(environment.getRequiredProperty("threads", Integer.class));
		}

		@Bean
		Mail mail(CountDownLatch begun) {
			return new Mail(begun);
		}

		public static void main(String... arguments) throws InterruptedException {
			SpringApplication application = new SpringApplication(Application.class);
			application.setWebApplicationType(WebApplicationType.NONE);
			application.setBannerMode(Banner.Mode.OFF);
			ConfigurableApplicationContext context = application.run(arguments);
			Mail mail = context.getBean(Mail.class);
			for (int task = 0; task < TASKS; task++) {
				mail.send();
			}
			context.getBean(CountDownLatch.class).await();
			/*
			 * Runs the hook with which Spring Boot closes the context, as SIGTERM does.
			 */
			System.exit(0);
		}

	}

	static void run(Executor executor, Output output) throws InterruptedException {
		output.heading("%s", executor);
		List<String> arguments = new ArrayList<>(executor.properties);
		arguments.add("--threads=" + executor.threads);
		ChildJvm application = ChildJvm.run(List.of(),
				List.of("-Xmx64m", "-Dorg.springframework.boot.logging.LoggingSystem=none"), Application.class,
				arguments.toArray(String[]::new));
		report(executor, application, output);
	}

	static void report(Executor executor, ChildJvm application, Output output) {
		Stream.of(BEGUN, FINISHED, INTERRUPTED)
			.forEach((event) -> output.event(event, count(event, application), Map.of()));
		output.metric(FINISHED, count(FINISHED, application));
		output.check(FINISHED, count(FINISHED, application), executor.finished);
		output.check("exit code", application.code(), 0);
	}

	private static int count(String event, ChildJvm application) {
		return Collections.frequency(application.lines(), event);
	}

	/*-
	 * Expected result of 20 tasks:
	 *
	 *   pool             20 finished
	 *   pool-too-late     8 finished, 12 lost
	 *   virtual           0 finished, 20 lost
	 *   virtual-awaited  20 finished
	 *
	 * To see it:
	 *
	 *   java -cp programs/target/programs.jar lab.programs.pools.AsyncShutdown
	 */
	public static void main(String... arguments) throws InterruptedException {
		Options options = Options.of(arguments);
		for (Executor executor : options.choose("variant", Executor.class)) {
			run(executor, options.output());
		}
	}

}
