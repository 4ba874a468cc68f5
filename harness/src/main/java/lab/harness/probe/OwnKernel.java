package lab.harness.probe;

import java.util.Optional;

import lab.harness.target.JavaProcess;
import lab.harness.target.Jvm;
import oshi.SystemInfo;

/**
 * The kernel of this machine, asked by way of OSHI.
 */
final class OwnKernel implements Kernel {

	private final ProcessProbe processes;

	private final MachineProbe machine;

	private final ConnectionProbe connections;

	OwnKernel() {
		SystemInfo system = new SystemInfo();
		this.processes = new ProcessProbe(system.getOperatingSystem());
		this.machine = new MachineProbe(system.getHardware().getProcessor());
		this.connections = new ConnectionProbe(system.getOperatingSystem());
	}

	@Override
	public Optional<ProcessSample> process(Jvm jvm) {
		return (jvm instanceof JavaProcess process) ? this.processes.read(process.pid()) : Optional.empty();
	}

	@Override
	public int connections(int port) {
		return this.connections.count(port);
	}

	@Override
	public Optional<MachineTimes> machine() {
		return Optional.of(this.machine.times());
	}

}
