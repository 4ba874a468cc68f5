package lab.harness.run.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import lab.harness.model.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

class SystemLimitsTests {

	private static final String OPEN_FILES = "Limit                     Soft Limit           Hard Limit           Units\n"
			+ "Max open files            1024                 20000                files     \n";

	@TempDir
	private Path system = Path.of("");

	@Test
	void requireShouldCountAFileForEachUserAndForEachCall() throws IOException {
		write("proc/self/limits", OPEN_FILES);
		assertThatNoException().isThrownBy(() -> require(19_500, 0));
		assertThatNoException().isThrownBy(() -> require(9750, 9750));
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> require(9751, 9751))
			.withMessage("9751 users need 20002 open files in one process, and 20000 are allowed; raise it with "
					+ "'ulimit -n 20002', as root if it is refused");
	}

	@Test
	void requireShouldCountThePortsOfClients() throws IOException {
		write("proc/sys/net/ipv4/ip_local_port_range", "32768\t40767\n");
		assertThatNoException().isThrownBy(() -> require(8000, 8000));
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> require(8001, 0))
			.withMessage("8001 users need 8001 ports of clients, and 8000 are allowed; net.ipv4.ip_local_port_range "
					+ "allows no more to one address; ask with fewer users");
	}

	@ParameterizedTest
	@CsvSource({ "kernel/pid_max, 10200, threads", "kernel/threads-max, 10200, threads",
			"vm/max_map_count, 20400, mappings for the stacks of threads" })
	void requireShouldCountAThreadForEachUser(String name, int limit, String what) throws IOException {
		write("proc/sys/" + name, limit + "\n");
		assertThatNoException().isThrownBy(() -> require(10_000, 0));
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> require(10_001, 0))
			.withMessageStartingWith("10001 users need ")
			.withMessageContaining(
					what + ", and " + limit + " are allowed; raise it with 'sysctl -w " + name.replace('/', '.') + "=");
	}

	@ParameterizedTest
	@CsvSource({ "'8:pids:/user.slice/shell\n', sys/fs/cgroup/pids/user.slice/shell",
			"'8:pids:/docker/of-the-host\n', sys/fs/cgroup/pids", "'0::/user.slice\n', sys/fs/cgroup/user.slice",
			"'0::/\n', sys/fs/cgroup" })
	void requireShouldCountTheThreadsOfTheControlGroup(String groups, String folder) throws IOException {
		write("proc/self/cgroup", groups);
		write(folder + "/pids.max", "4096\n");
		assertThatNoException().isThrownBy(() -> require(3896, 0));
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> require(3897, 0))
			.withMessage("3897 users need 4097 threads, and 4096 are allowed; the control group allows no more (/"
					+ folder + "/pids.max); raise it there");
		write(folder + "/pids.max", "max\n");
		assertThatNoException().isThrownBy(() -> require(3897, 0));
	}

	@Test
	void requireWhenTheSystemSaysNothingShouldAllowEverything() {
		assertThatNoException().isThrownBy(() -> require(20_000, 20_000));
	}

	private void require(int users, int waiting) {
		new SystemLimits(this.system).require(users, waiting);
	}

	private void write(String file, String text) throws IOException {
		Path path = this.system.resolve(file);
		Files.createDirectories(path.getParent());
		Files.writeString(path, text);
	}

}
