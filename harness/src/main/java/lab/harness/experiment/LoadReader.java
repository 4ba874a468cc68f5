package lab.harness.experiment;

import java.time.Duration;
import java.util.List;

/**
 * Reads the {@code load} of an experiment or of a variant. A variant says only what
 * differs.
 */
final class LoadReader {

	private static final List<String> KEYS = List.of("plan", "path", "users", "ramp", "warm-up", "measure", "timeout",
			"warm-up-users");

	private static final List<String> PLANS = List.of("closed-loop");

	/** The published run. */
	private static final Load PUBLISHED = new Load("closed-loop", "/", List.of(500), Duration.ofSeconds(1),
			Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofSeconds(10), null);

	private LoadReader() {
	}

	static Load read(YamlMap experiment) {
		return read(experiment, PUBLISHED);
	}

	static Load read(YamlMap owner, Load base) {
		if (!owner.has("load")) {
			return base;
		}
		YamlMap map = owner.map("load", KEYS);
		Load load = new Load(map.value("plan", (text) -> Words.of(PLANS, text), base.plan()),
				map.value("path", LoadReader::path, base.path()),
				map.has("users") ? map.list("users", LoadReader::users) : base.users(),
				map.value("ramp", Durations::parse, base.ramp()), map.value("warm-up", Durations::parse, base.warmUp()),
				map.value("measure", Durations::parse, base.measure()),
				map.value("timeout", Durations::parse, base.timeout()),
				map.has("warm-up-users") ? map.value("warm-up-users", LoadReader::users) : base.warmUpUsers());
		try {
			return load.checked();
		}
		catch (InvalidInputException ex) {
			throw owner.error("load", ex.getMessage());
		}
	}

	/**
	 * Reads a number of users.
	 * @throws InvalidInputException if it is none from 1 to 20,000
	 */
	static int users(String text) {
		return Numbers.whole(text, 1, 20_000);
	}

	private static String path(String text) {
		if (!text.matches("/[A-Za-z0-9/_.~?=&-]*")) {
			throw new InvalidInputException("'" + text + "' is no path; write one that begins with a slash, such as /");
		}
		return text;
	}

}
