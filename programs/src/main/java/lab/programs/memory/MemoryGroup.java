package lab.programs.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import lab.programs.memory.Limits.Group;
import lab.programs.memory.Limits.LimitNotAvailableException;

/**
 * A control group with limited memory, and in it a group for each of two neighbours. It
 * stands for a small machine that both share. Closing removes it; its processes must have
 * ended.
 *
 * @param machine the limited group
 * @param measured the group of the measured JVM
 * @param neighbour the group of the JVM beside it
 */
record MemoryGroup(Group machine, Group measured, Group neighbour) implements AutoCloseable {

	private static final Path ROOT = Path.of("/sys/fs/cgroup");

	/**
	 * Creates the groups.
	 * @param limit bytes for both neighbours together, page cache included
	 * @param protectedBytes bytes that the kernel must not take from the measured JVM, or
	 * 0
	 * @throws LimitNotAvailableException if this system or this user cannot create them
	 */
	static MemoryGroup create(long limit, long protectedBytes) throws LimitNotAvailableException {
		return create(ROOT, limit, protectedBytes);
	}

	static MemoryGroup create(Path root, long limit, long protectedBytes) throws LimitNotAvailableException {
		boolean version1 = Files.isDirectory(root.resolve("memory"));
		if (!version1 && !Files.exists(root.resolve("cgroup.controllers"))) {
			throw new LimitNotAvailableException("it needs control groups for memory, which are Linux's");
		}
		if (version1 && protectedBytes > 0) {
			throw new LimitNotAvailableException(
					"memory.min protects memory, and this machine has control groups of version 1");
		}
		Path machine = root.resolve(version1 ? "memory" : "").resolve("lab-" + ProcessHandle.current().pid());
		MemoryGroup group = new MemoryGroup(new Group(machine), new Group(machine.resolve("measured")),
				new Group(machine.resolve("neighbour")));
		try {
			Files.createDirectory(machine);
			Files.writeString(machine.resolve(version1 ? "memory.limit_in_bytes" : "memory.max"),
					String.valueOf(limit));
			if (!version1) {
				Files.writeString(machine.resolve("cgroup.subtree_control"), "+memory");
			}
			for (Group one : List.of(group.measured, group.neighbour)) {
				Files.createDirectory(one.path());
			}
			if (protectedBytes > 0) {
				Files.writeString(machine.resolve("memory.min"), String.valueOf(protectedBytes));
				Files.writeString(group.measured.path().resolve("memory.min"), String.valueOf(protectedBytes));
			}
			return group;
		}
		catch (IOException ex) {
			group.close();
			throw new LimitNotAvailableException(
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
