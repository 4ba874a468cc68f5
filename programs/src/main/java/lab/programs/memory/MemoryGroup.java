package lab.programs.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import lab.programs.memory.Limits.Group;
import lab.programs.memory.Limits.NotHereException;

/**
 * A control group whose memory is limited, with a group for each of two neighbours in it:
 * the machine that they share, made small. It is removed when it is closed, which must be
 * after the end of its processes.
 *
 * @param machine the group that is limited
 * @param measured the group of the JVM that is measured
 * @param neighbour the group of the JVM beside it
 */
record MemoryGroup(Group machine, Group measured, Group neighbour) implements AutoCloseable {

	private static final Path ROOT = Path.of("/sys/fs/cgroup");

	/**
	 * Makes the groups.
	 * @param limit bytes that both neighbours may have together, files in memory included
	 * @param kept bytes of the measured JVM that the kernel must not take away, or 0
	 * @throws NotHereException if this system or this user cannot do that
	 */
	static MemoryGroup create(long limit, long kept) throws NotHereException {
		return create(ROOT, limit, kept);
	}

	static MemoryGroup create(Path root, long limit, long kept) throws NotHereException {
		boolean first = Files.isDirectory(root.resolve("memory"));
		if (!first && !Files.exists(root.resolve("cgroup.controllers"))) {
			throw new NotHereException("it needs control groups for memory, which are Linux's");
		}
		if (first && kept > 0) {
			throw new NotHereException("memory.min protects memory, and this machine has control groups of version 1");
		}
		Path machine = root.resolve(first ? "memory" : "").resolve("lab-" + ProcessHandle.current().pid());
		MemoryGroup group = new MemoryGroup(new Group(machine), new Group(machine.resolve("measured")),
				new Group(machine.resolve("neighbour")));
		try {
			Files.createDirectory(machine);
			Files.writeString(machine.resolve(first ? "memory.limit_in_bytes" : "memory.max"), String.valueOf(limit));
			if (!first) {
				Files.writeString(machine.resolve("cgroup.subtree_control"), "+memory");
			}
			for (Group one : List.of(group.measured, group.neighbour)) {
				Files.createDirectory(one.path());
			}
			if (kept > 0) {
				Files.writeString(machine.resolve("memory.min"), String.valueOf(kept));
				Files.writeString(group.measured.path().resolve("memory.min"), String.valueOf(kept));
			}
			return group;
		}
		catch (IOException ex) {
			group.close();
			throw new NotHereException(
					"it needs a control group for memory that this user may divide (" + ex.getMessage() + ")");
		}
	}

	@Override
	public void close() {
		this.neighbour.close();
		this.measured.close();
		this.machine.close();
	}

}
