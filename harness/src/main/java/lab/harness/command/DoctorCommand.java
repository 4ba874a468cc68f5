package lab.harness.command;

import java.util.List;
import java.util.concurrent.Callable;

import lab.harness.run.process.SearchPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "doctor", mixinStandardHelpOptions = true,
		description = "JDK, cores, memory, ports, file limit: what would disturb a run.")
final class DoctorCommand implements Callable<Integer> {

	private final CommandContext context;

	@Option(names = "--workshop",
			description = "Checks what the workshop needs, and says whether this machine is ready for it.")
	private boolean workshop;

	DoctorCommand(CommandContext context) {
		this.context = context;
	}

	@Override
	public Integer call() {
		List<Condition> conditions = this.workshop
				? new WorkshopConditions(this.context, SearchPath.ofSystem(), System.getProperty("bench.stale", ""))
					.all()
				: new MachineConditions(this.context).all();
		conditions.forEach((condition) -> this.context.out().println(condition.line()));
		long problems = conditions.stream().filter(Condition::isBad).count();
		this.context.out()
			.println(this.workshop ? Condition.readiness(conditions)
					: (problems == 0) ? "Nothing stands in the way of a run."
							: problems + ((problems == 1) ? " thing" : " things") + " would disturb a run.");
		return (problems == 0) ? 0 : BenchCommand.FAILED;
	}

}
