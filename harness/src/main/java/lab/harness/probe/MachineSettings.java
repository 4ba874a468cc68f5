package lab.harness.probe;

import org.jspecify.annotations.Nullable;

/**
 * How the machine was set when a result was begun. What a system does not have or tell is
 * null.
 *
 * @param physicalCores cores, without counting the threads of one twice
 * @param kernel version of the kernel
 * @param cpuLimit what the control group may use: {@code max}, or microseconds of quota
 * and period as in {@code cpu.max}
 * @param memoryLimit the same of memory: {@code max} or bytes
 * @param governor how the clock of the processors is ruled
 * @param transparentHugePages {@code always}, {@code madvise} or {@code never}
 * @param stealShare share of the processors' time that the host gave to others, just
 * before
 * @param somaxconn {@code net.core.somaxconn}: connections that wait to be accepted
 * @param portRange {@code net.ipv4.ip_local_port_range}
 * @param synBacklog {@code net.ipv4.tcp_max_syn_backlog}
 * @param openFilesSoft limit of open files of the harness, which its processes inherit
 * @param openFilesHard what it could be raised to
 */
public record MachineSettings(@Nullable Integer physicalCores, @Nullable String kernel, @Nullable String cpuLimit,
		@Nullable String memoryLimit, @Nullable String governor, @Nullable String transparentHugePages,
		@Nullable Double stealShare, @Nullable String somaxconn, @Nullable String portRange,
		@Nullable String synBacklog, @Nullable String openFilesSoft, @Nullable String openFilesHard) {

	/**
	 * Those that a container has in common with the machine that it is on.
	 */
	MachineSettings ofKernelAlone() {
		return new MachineSettings(this.physicalCores, this.kernel, null, null, this.governor,
				this.transparentHugePages, this.stealShare, null, null, null, null, null);
	}

}
