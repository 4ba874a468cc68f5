import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntUnaryOperator;

/**
 * Each order waits five times for 40 ms, on a virtual thread. One of the waits keeps its carrier, on every JDK.
 * By hand it takes the orders of 40 users for five seconds, and prints how many:
 *
 *   java "-Djdk.virtualThreadScheduler.parallelism=2" "-XX:StartFlightRecording=filename=pinned.jfr" FiveWaits.java
 *   jfr view pinned-threads pinned.jfr
 *
 * With a port, java FiveWaits.java 8080, it is a service.
 */
class FiveWaits {

	static final Duration WAIT = Duration.ofMillis(40);

	static final int USERS = 40;

	/** The rule that gives every tenth part off. */
	public static class Discount implements IntUnaryOperator {

		@Override
		public int applyAsInt(int price) {
			return price - price / 10;
		}

	}

	/** Each shop brings its rules as classes, which are far away. */
	static class RuleLoader extends ClassLoader {

		private final byte[] code;

		RuleLoader(byte[] code) {
			super(ClassLoader.getPlatformClassLoader());
			this.code = code;
		}

		@Override
		protected Class<?> findClass(String name) {
			return defineClass(name, this.code, 0, this.code.length);
		}

	}

	/** Waits until the code of a class has arrived. */
	static byte[] fetch(String name) throws ClassNotFoundException {
		try (InputStream code = FiveWaits.class.getResourceAsStream("/" + name + ".class")) {
			Thread.sleep(WAIT);
			return code.readAllBytes();
		}
		catch (IOException | InterruptedException ex) {
			throw new ClassNotFoundException(name, ex);
		}
	}

	/** Takes an order and returns its price. */
	static int order() throws Exception {
		reserve();
		pay();
		askCourier();
		askDepot();
		return discount(100);
	}

	static void reserve() throws InterruptedException {
		ReentrantLock shelf = new ReentrantLock();
		shelf.lock();
		try {
			Thread.sleep(WAIT);
		}
		finally {
			shelf.unlock();
		}
	}

	static void pay() throws Exception {
		CompletableFuture
			.supplyAsync(() -> true, CompletableFuture.delayedExecutor(WAIT.toMillis(), TimeUnit.MILLISECONDS))
			.get();
	}

	static void askCourier() throws InterruptedException {
		new SynchronousQueue<String>().poll(WAIT.toMillis(), TimeUnit.MILLISECONDS);
	}

	static void askDepot() throws InterruptedException {
		new Semaphore(0).tryAcquire(WAIT.toMillis(), TimeUnit.MILLISECONDS);
	}

	static int discount(int price) throws Exception {
		// It waits here, in Java code alone. When the JVM calls the class loader, the code is there.
		String name = "FiveWaits$Discount";
		Class<?> rule = Class.forName(name, true, new RuleLoader(fetch(name)));
		return ((IntUnaryOperator) rule.getDeclaredConstructor().newInstance()).applyAsInt(price);
	}

	public static void main(String[] args) throws Exception {
		if (args.length > 0) {
			serve(Integer.parseInt(args[0]));
		}
		else {
			tryByHand(Duration.ofSeconds(5));
		}
	}

	static void serve(int port) throws IOException {
		// Otherwise the users get each answer 40 ms late (delayed acknowledgement).
		System.setProperty("sun.net.httpserver.nodelay", "true");
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
		server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
		server.createContext("/", (exchange) -> {
			try (exchange) {
				byte[] price = Integer.toString(order()).getBytes();
				exchange.sendResponseHeaders(200, price.length);
				exchange.getResponseBody().write(price);
			}
			catch (Exception ex) {
				throw new IOException("no order", ex);
			}
		});
		server.start();
	}

	static void tryByHand(Duration time) {
		LongAdder orders = new LongAdder();
		long end = System.nanoTime() + time.toNanos();
		try (ExecutorService users = Executors.newVirtualThreadPerTaskExecutor()) {
			for (int user = 0; user < USERS; user++) {
				users.submit(() -> {
					while (System.nanoTime() < end) {
						order();
						orders.increment();
					}
					return null;
				});
			}
		}
		System.out.println(orders.sum() / time.toSeconds() + " orders a second");
	}

}
