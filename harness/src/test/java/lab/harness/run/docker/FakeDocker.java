package lab.harness.run.docker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Stands in for the client {@code docker}: a script that notes how it was called, and
 * answers what the files beside it say.
 *
 * @param folder its folder, and that of a project with a compose file
 */
record FakeDocker(Path folder) {

	private static final String SCRIPT = """
			#!/bin/sh
			here=%s
			echo "$*" >> "$here/calls"
			answer() {
			  [ ! -f "$here/$1.err" ] || { cat "$here/$1.err" >&2; exit 1; }
			  cat "$here/$1"
			}
			case "$*" in
			"info "*) answer info ;;
			"compose version "*) answer compose ;;
			"context "*) answer context ;;
			*" config "*) answer config ;;
			*" build "*) answer build ;;
			"run "*) answer contents ;;
			*" up "*) answer up ;;
			"inspect "*) answer state ;;
			"logs "*) answer log ;;
			"image inspect "*) answer image ;;
			"exec "*) exec sh -c "$(printf '%%s' "$*" | sed 's/^exec --interactive [^ ]* bash -c //')" ;;
			*) answer other ;;
			esac
			""";

	/**
	 * Makes an engine of two processors in a project with one compose file.
	 */
	static FakeDocker make(Path folder) throws IOException {
		FakeDocker docker = new FakeDocker(Files.createDirectories(folder));
		Path script = Files.writeString(Path.of(docker.program()), SCRIPT.formatted(folder));
		script.toFile().setExecutable(true);
		docker.info(2, 8L << 30);
		docker.says("compose", "2.26.1");
		docker.says("context", "unix:///var/run/docker.sock");
		docker.says("config",
				"""
						{"services":{
						"slow-backend":{"image":"lab/slow-backend:25","environment":{"JAVA_OPTS":"-XX:+UseSerialGC"},"deploy":{"resources":{"limits":{"cpus":2,"memory":"1073741824"}}}},
						"webflux":{"image":"lab/webflux:25","environment":{"JAVA_OPTS":"-XX:+UseG1GC"},"deploy":{"resources":{"limits":{"cpus":1.5,"memory":"805306368"}}}},
						"jmeter":{"image":"lab/jmeter:25"}}}
						""");
		docker.says("build", "built");
		docker.says("contents", """
				JAVA_VERSION="25.0.3"
				IMPLEMENTOR="Eclipse Adoptium"
				JAVA_RUNTIME_VERSION="25.0.3+9-LTS"
				/app/lib/spring-boot-4.1.0.jar
				""");
		docker.state(true, false, 0);
		for (String answer : List.of("up", "log", "image", "other")) {
			docker.says(answer, "");
		}
		Files.writeString(folder.resolve("docker-compose.yml"), "");
		Files.writeString(folder.resolve(".env.example"), "# Threads\nTHREADS=200\nJAVA_VERSION=25\n");
		return docker;
	}

	/** Its path. */
	String program() {
		return this.folder.resolve("docker").toString();
	}

	/** The calls since it was made, a line for each. */
	List<String> calls() throws IOException {
		return Files.readAllLines(this.folder.resolve("calls"));
	}

	/** What it answers from now on. */
	void says(String what, String answer) throws IOException {
		Files.writeString(this.folder.resolve(what), answer);
	}

	/** What it refuses from now on, and with which words. */
	void refuses(String what, String why) throws IOException {
		Files.writeString(this.folder.resolve(what + ".err"), why + "\n");
	}

	/** The size of its engine. */
	void info(int cores, long memoryBytes) throws IOException {
		info(cores, memoryBytes, "6.1");
	}

	/** The same with the version of its kernel. */
	void info(int cores, long memoryBytes, String kernel) throws IOException {
		says("info", """
				{"ServerVersion":"26.1.5","OperatingSystem":"Debian 12","KernelVersion":"%s","NCPU":%d,"MemTotal":%d}
				""".formatted(kernel, cores, memoryBytes));
	}

	/** The state of every container of it. */
	void state(boolean running, boolean oomKilled, int exitCode) throws IOException {
		says("state", """
				{"Running":%s,"OOMKilled":%s,"ExitCode":%d,"StartedAt":"2026-11-21T10:00:00.5Z","Pid":4711}
				""".formatted(running, oomKilled, exitCode));
	}

}
