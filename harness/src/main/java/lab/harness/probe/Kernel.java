package lab.harness.probe;

import java.util.Optional;

import lab.harness.target.Container;
import lab.harness.target.JavaProcess;
import lab.harness.target.Jvm;

/**
 * What the kernel that runs the JVMs tells of them and of its machine. It is this
 * machine's own, or that of the engine, which may be in a virtual machine.
 */
interface Kernel {

	/**
	 * The kernel that runs an app.
	 */
	static Kernel of(Jvm app) {
		return switch (app) {
			case JavaProcess process -> new OwnKernel();
			case Container container -> new ContainerKernel(container);
		};
	}

	/**
	 * The figures of a JVM now, or empty when it has ended.
	 */
	Optional<ProcessSample> process(Jvm jvm);

	/**
	 * The established connections whose local end is a port of the app.
	 */
	int connections(int port);

	/**
	 * The processor time of the machine now, or empty when it cannot be told any more.
	 */
	Optional<MachineTimes> machine();

}
