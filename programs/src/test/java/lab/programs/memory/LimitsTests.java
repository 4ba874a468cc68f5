package lab.programs.memory;

import java.util.List;

import lab.programs.ChildJvm;
import lab.programs.memory.Limits.Group;
import lab.programs.memory.Limits.LimitNotAvailableException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

class LimitsTests {

	@Test
	void closeWhenItsProcessHasEndedShouldRemoveTheGroup() throws InterruptedException {
		try (Group group = Limits.group(200)) {
			ChildJvm.run(group.command(), List.of(), StackSize.class, "--json", "--kind=platform");
			group.close();
			assertThat(group.path()).doesNotExist();
		}
		catch (LimitNotAvailableException ex) {
			abort(ex.toString());
		}
	}

	@Test
	void threadsOfShouldCountThoseOfAUserAlone() {
		assertThat(Limits.threadsOf(Integer.MAX_VALUE)).isZero();
	}

	@Test
	void commandShouldLimitTheJvmAlone() throws InterruptedException {
		try {
			ChildJvm limited = ChildJvm.run(Limits.addressSpace(1 << 20), List.of(), StackSize.class);
			assertThat(limited.code()).isNotZero();
			ChildJvm free = ChildJvm.run(List.of(), List.of(), StackSize.class, "--json", "--kind=platform");
			assertThat(free.code()).isZero();
		}
		catch (LimitNotAvailableException ex) {
			abort(ex.toString());
		}
	}

}
