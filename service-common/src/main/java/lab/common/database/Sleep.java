package lab.common.database;

/**
 * What H2 lacks: PostgreSQL's {@code pg_sleep}. An alias in {@code database.url} names
 * it.
 */
public final class Sleep {

	private Sleep() {
	}

	/**
	 * Waits on the thread that makes the query, since H2 runs inside the app.
	 * @param seconds how long
	 */
	public static void seconds(double seconds) throws InterruptedException {
		Thread.sleep(Math.round(1000 * seconds));
	}

}
