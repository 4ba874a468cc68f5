package lab.harness.run.docker;

import java.util.List;
import java.util.Map;

import lab.harness.model.Engine;
import lab.harness.model.InvalidInputException;
import lab.harness.run.CommandOutput;
import lab.harness.run.JvmSpec;
import tools.jackson.databind.JsonNode;

/**
 * Finds the engine, and says what it lacks.
 */
final class EngineCheck {

	/** JMeter has no limit; its heap is this. */
	private static final long GENERATOR_BYTES = 1L << 30;

	private EngineCheck() {
	}

	/**
	 * An engine that answers.
	 *
	 * @param engine what it is
	 * @param rootless whether it is the user's own
	 */
	record Found(Engine engine, boolean rootless) {

		/** Whether its containers share the kernel with this process. */
		boolean isHere() {
			return System.getProperty("os.name").equals("Linux")
					&& System.getProperty("os.version").equals(this.engine.kernel());
		}

	}

	/**
	 * The engine that the client speaks to.
	 * @throws InvalidInputException if there is no client, no Compose, no engine, or one
	 * on another machine
	 */
	static Found require(Docker docker) {
		CommandOutput info = docker.run(List.of("info", "--format", "{{json .}}"));
		if (info.code() != 0) {
			throw new InvalidInputException(
					"the Docker engine does not answer (" + info.why() + "): start it, or run without --on docker");
		}
		CommandOutput compose = docker.run(List.of("compose", "version", "--short"));
		if (compose.code() != 0) {
			throw new InvalidInputException("docker has no Compose v2 (" + compose.why()
					+ "): install its plugin docker-compose, or run without --on docker");
		}
		CommandOutput host = docker.run(List.of("context", "inspect", "--format", "{{.Endpoints.docker.Host}}"));
		if (host.out().matches("(tcp|ssh|http|https)://.*")) {
			throw new InvalidInputException("the Docker engine is on another machine (" + host.out()
					+ "), where the files of a run cannot be written: use one of this machine, such as DOCKER_CONTEXT=default");
		}
		return found(Docker.parse(info.out()));
	}

	private static Found found(JsonNode info) {
		boolean rootless = info.path("SecurityOptions").toString().contains("rootless");
		return new Found(new Engine(info.path("ServerVersion").asString(""), info.path("OperatingSystem").asString(""),
				info.path("KernelVersion").asString(""), info.path("NCPU").asInt(),
				info.path("MemTotal").asLong() >> 20, Map.of()), rootless);
	}

	/**
	 * Makes sure that the engine can give what the limits of one run promise.
	 * @throws InvalidInputException if it has too little
	 */
	static void requireRoom(Found found, Map<String, Composition.Service> services) {
		long app = ContainerLauncher.apps(services).mapToLong(Composition.Service::memoryBytes).max().orElse(0);
		Composition.Service backend = services.get(JvmSpec.BACKEND);
		long needed = (app + ((backend != null) ? backend.memoryBytes() : 0) + GENERATOR_BYTES) >> 20;
		if (found.engine().memoryMiB() < needed) {
			throw new InvalidInputException("backend, app and JMeter may take " + needed
					+ " MiB, and the Docker engine has " + found.engine().memoryMiB() + " MiB: give it more memory");
		}
		double cpus = services.values().stream().mapToDouble(Composition.Service::cpus).max().orElse(0);
		if (found.engine().cores() < cpus) {
			throw new InvalidInputException("docker-compose.yml gives a service " + Composition.words(cpus)
					+ " CPUs, and the Docker engine has " + found.engine().cores() + ": give it more");
		}
	}

}
