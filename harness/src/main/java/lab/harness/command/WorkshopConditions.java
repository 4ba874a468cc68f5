package lab.harness.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import lab.harness.model.InvalidInputException;
import lab.harness.run.Launcher;
import lab.harness.run.process.Jdk;
import lab.harness.run.process.PageOpener;
import lab.harness.run.process.SearchPath;

/**
 * What the workshop needs of a machine: a run, and no network.
 *
 * @param programs the programs of the system
 * @param stale the modules that the launcher would build, separated by commas
 */
record WorkshopConditions(CommandContext context, SearchPath programs, String stale) {

	/** JMeter takes up to 1 GiB, app and backend 512 MiB each, and the system some. */
	private static final double MEMORY = 3;

	/** The files of all lessons, each measured a few times, in MB. */
	private static final long DISK = 1000;

	/** The port of the live page. */
	private static final int LIVE = 8090;

	List<Condition> all() {
		MachineConditions machine = new MachineConditions(this.context);
		List<String> unbuilt = unbuilt();
		double idle = machine.idle();
		return List.of(jdk(25, "install one; Temurin 25 is what we measure with"),
				jdk(21, "install one beside it; lesson 5 compares the two"),
				Condition.require(unbuilt.isEmpty(), "built",
						unbuilt.isEmpty() ? "everything" : "not " + String.join(", ", unbuilt),
						"run ./bench prepare, with a network"),
				maven(unbuilt.isEmpty()), machine.cores(), machine.memory(MEMORY, "a lesson"), disk(),
				machine.openFiles(), machine.ports(IntStream.of(LIVE)), machine.results(), Condition.wish(idle >= 0.9,
						"idle now", MachineConditions.percent(idle), "stop other programs before a lesson"),
				browser());
	}

	private Condition jdk(int major, String advice) {
		try {
			return Condition.require(true, "JDK " + major, Jdk.find(major).toString(), "");
		}
		catch (InvalidInputException ex) {
			return Condition.require(false, "JDK " + major, "none found", advice);
		}
	}

	private List<String> unbuilt() {
		Stream<String> missing = new Launcher(this.context.root(), Jdk.current()).missing().stream();
		Stream<String> old = Stream.of(this.stale.split(",")).filter((module) -> !module.isEmpty());
		return Stream.concat(missing, old).distinct().toList();
	}

	private Condition maven(boolean built) {
		String found = this.programs.find("mvn").map(Path::toString).orElse("");
		return Condition.require(built || !found.isEmpty(), "Maven",
				found.isEmpty() ? (built ? "none, and none is needed" : "none found") : found,
				"install Maven 3.8 or newer, or unpack a folder that './bench pack' made");
	}

	private Condition disk() {
		Path results = this.context.results();
		try {
			long free = Files.getFileStore(Files.exists(results) ? results : this.context.root()).getUsableSpace()
					/ 1_000_000;
			return Condition.require(free >= DISK, "disk", free + " MB free", "the lessons need " + DISK + " MB");
		}
		catch (IOException ex) {
			return Condition.require(false, "disk", "its free space cannot be read: " + ex.getMessage(), "");
		}
	}

	private Condition browser() {
		List<String> opener = new PageOpener(this.programs).command(this.context.results());
		return Condition.wish(!opener.isEmpty(), "browser", opener.isEmpty() ? "none found" : opener.getFirst(),
				"./bench open prints the path of a report instead of opening it");
	}

}
