package lab.harness.experiment;

import java.time.Duration;
import java.util.List;

/**
 * Reads the {@code load} of an experiment or of a variant. A variant says only what
 * differs.
 */
final class LoadReader {

	private static final List<String> KEYS = List.of("plan", "path", "users", "ramp", "warm-up", "measure", "timeout",
			"warm-up-users", "rate", "of-capacity", "capacity");

	private static final List<String> PLANS = List.of("closed-loop", Load.OPEN);

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
				map.has("warm-up-users") ? map.value("warm-up-users", LoadReader::users) : base.warmUpUsers(),
				rate(map, base));
		belongs(map, load);
		try {
			return load.checked();
		}
		catch (InvalidInputException ex) {
			throw owner.error("load", ex.getMessage());
		}
	}

	/** Each plan has load points of its own. */
	private static void belongs(YamlMap map, Load load) {
		for (String key : load.open() ? List.of("users", "warm-up-users")
				: List.of("rate", "of-capacity", "capacity")) {
			if (map.has(key)) {
				throw map.error(key, "'" + key + "' does not go with plan " + load.plan() + "; "
						+ (load.open() ? "say rate, in requests a second" : "say users, or plan: " + Load.OPEN));
			}
		}
		if (load.open() && load.rate().isEmpty()) {
			throw map.error("plan", Load.OPEN + " needs rate, such as 300 (requests a second), or of-capacity");
		}
	}

	private static List<Integer> rate(YamlMap map, Load base) {
		if (!map.has("of-capacity")) {
			if (map.has("capacity")) {
				throw map.error("capacity", "capacity alone says no rate; say of-capacity too, such as [0.5, 1.5]");
			}
			return map.has("rate") ? map.list("rate", LoadReader::rate) : base.rate();
		}
		if (map.has("rate")) {
			throw map.error("rate", "rate and of-capacity say the same; take one out");
		}
		int capacity = map.value("capacity", LoadReader::rate);
		return map.list("of-capacity", (text) -> rate(String.valueOf(Math.round(Numbers.positive(text) * capacity))));
	}

	private static int rate(String text) {
		return Numbers.whole(text, 1, 20_000);
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
