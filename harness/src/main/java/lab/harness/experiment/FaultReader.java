package lab.harness.experiment;

import java.time.Duration;
import java.util.List;

import lab.harness.experiment.Fault.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Reads one entry of {@code faults}.
 */
final class FaultReader {

	private static final List<String> KEYS = List.of("at", "for", "kind", "share", "to", "clients");

	private FaultReader() {
	}

	static List<Fault> read(YamlMap owner, List<Fault> otherwise) {
		return owner.has("faults") ? owner.maps("faults", KEYS).stream().map(FaultReader::read).toList() : otherwise;
	}

	private static Fault read(YamlMap map) {
		Kind kind = map.value("kind", (text) -> Words.of(Kind.values(), text));
		boolean ends = kind != Kind.SIGTERM;
		belongs(map, "for", ends, kind);
		belongs(map, "share", kind.isOfBackend() && kind != Kind.OUTAGE, kind);
		belongs(map, "to", kind == Kind.LATENCY, kind);
		belongs(map, "clients", kind == Kind.SLOW_CLIENTS, kind);
		@Nullable Latency to = (kind == Kind.LATENCY) ? map.value("to", Latency::parse) : null;
		@Nullable Integer clients = (kind == Kind.SLOW_CLIENTS) ? map.value("clients", (text) -> Numbers.whole(text, 1, 5000))
				: null;
		return new Fault(kind, map.value("at", Durations::parse),
				ends ? map.value("for", FaultReader::length) : Duration.ZERO,
				map.value("share", FaultReader::share, 1.0), to, clients);
	}

	private static void belongs(YamlMap map, String key, boolean does, Kind kind) {
		if (!does && map.has(key)) {
			throw map.error(key, "'" + key + "' does not go with kind " + kind + "; take it out");
		}
	}

	private static Duration length(String text) {
		Duration length = Durations.parse(text);
		if (length.isZero()) {
			throw new InvalidInputException("it must be above 0, such as 20s");
		}
		return length;
	}

	private static double share(String text) {
		double share = Numbers.positive(text);
		if (share > 1) {
			throw new InvalidInputException("'" + text + "' is no share; it is above 0 and at most 1, such as 0.3");
		}
		return share;
	}

}
