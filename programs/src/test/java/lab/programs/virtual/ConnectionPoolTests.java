package lab.programs.virtual;

import java.io.Closeable;
import java.time.Duration;

import javax.sql.DataSource;

import lab.programs.Printed;
import lab.programs.virtual.ConnectionPool.Threads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ConnectionPoolTests {

	@ParameterizedTest
	@CsvSource({ "7.0.2, PLATFORM", "7.0.2, VIRTUAL", "7.1.0, VIRTUAL" })
	void runShouldLendConnectionsAndNeverMoreThanThereAre(String version, Threads threads) throws Exception {
		Printed printed = new Printed();
		DataSource pool = ConnectionPool.pool(version);
		try (Closeable closing = (Closeable) pool) {
			ConnectionPool.run(pool, threads, 100, Duration.ofMillis(1), Duration.ofMillis(300), Duration.ofMillis(200),
					printed.output(true));
		}
		assertThat(printed.lines()).contains("{\"metric\":\"tasksCeiling\",\"value\":20000.0}",
				"{\"check\":\"lentBeyondThePool\",\"value\":0,\"expected\":0}");
	}

	@Test
	void poolShouldBeOfTheVersionThatIsNamed() throws Exception {
		DataSource pool = ConnectionPool.pool("7.1.0");
		try (Closeable closing = (Closeable) pool) {
			assertThat(String.valueOf(pool.getClass().getProtectionDomain().getCodeSource().getLocation()))
				.endsWith("HikariCP-7.1.0.jar");
		}
	}

	@Test
	void poolWhenThereIsNoSuchVersionShouldSayWhereToNameIt() {
		assertThatIllegalArgumentException().isThrownBy(() -> ConnectionPool.pool("1.0"))
			.withMessageEndingWith("HikariCP-1.0.jar; programs/pom.xml names the versions");
	}

}
