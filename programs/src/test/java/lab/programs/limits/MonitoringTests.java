package lab.programs.limits;

import lab.programs.Printed;
import lab.programs.limits.Monitoring.Cause;
import lab.programs.limits.Monitoring.Finding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class MonitoringTests {

	private final Printed printed = new Printed();

	@ParameterizedTest
	@EnumSource
	@EnabledForJreRange(minVersion = 24)
	void runShouldSetTheToolsSideBySide(Cause cause) throws Exception {
		Monitoring.run(cause, this.printed.output(true));
		assertThat(this.printed.lines()).filteredOn((line) -> line.startsWith("{\"event\"")).hasSize(6);
		assertThat(this.printed.lines()).filteredOn((line) -> line.startsWith("{\"check\""))
			.hasSize(10)
			.allSatisfy((line) -> assertThat(line).matches(".*\"value\":(\\d+),\"expected\":\\1}"));
		assertThat(this.printed.lines().get(6)).contains("\"event\":\"jcmd Thread.dump_to_file\"", "\"virtual\":10");
	}

	@Test
	void ofDumpShouldCountRequestsAndReportWhatTheFirstWaitsFor() {
		Finding finding = Finding.ofDump("""
				"main" #1 prio=5
				   java.lang.Thread.State: RUNNABLE

				"request-platform-1" #31 daemon
				   java.lang.Thread.State: BLOCKED (on object monitor)
					at Server.request(Server.java:7)
					- waiting to lock <0x1> (a java.lang.Object)
					at Server.run(Server.java:3)

				"request-platform-2" #32 daemon
				   java.lang.Thread.State: RUNNABLE
				""");
		assertThat(finding)
			.isEqualTo(new Finding(2, 0, "BLOCKED (on object monitor); at Server.request(Server.java:7); "
					+ "- waiting to lock <0x1> (a java.lang.Object)"));
	}

}
