package lab.harness.experiment;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;

/**
 * Reads an experiment from its YAML file, and refuses what it does not understand.
 */
public final class ExperimentReader {

	private static final List<String> EXPERIMENT_KEYS = List.of("question", "prediction", "source", "cores", "backend",
			"load", "faults", "expect", "variants");

	private static final List<String> VARIANT_KEYS = List.of("app", "properties", "jvm", "jdk", "backend", "load",
			"faults", "may-exit", "published");

	private static final List<String> BACKEND_KEYS = List.of("latency");

	private static final List<String> YES_NO = List.of("true", "false");

	private static final Latency LATENCY = Latency.parse("uniform 0ms..1000ms");

	private final String file;

	private ExperimentReader(Path file) {
		this.file = file.toString();
	}

	/**
	 * Reads the file.
	 * @throws InvalidInputException if it cannot be read or says what cannot be, with
	 * file, line and the accepted words
	 */
	public static Experiment read(Path file) {
		return new ExperimentReader(file).read(Names.ofFile(file), parse(file));
	}

	private static Node parse(Path file) {
		try (Reader reader = Files.newBufferedReader(file)) {
			Node node = new Yaml(new LoaderOptions()).compose(reader);
			if (node == null) {
				throw new InvalidInputException(
						file + ":1: the file is empty; it needs at least question and variants");
			}
			return node;
		}
		catch (MarkedYAMLException ex) {
			int line = (ex.getProblemMark() != null) ? ex.getProblemMark().getLine() + 1 : 1;
			throw new InvalidInputException(file + ":" + line + ": no YAML: " + ex.getProblem());
		}
		catch (MalformedInputException | YAMLException ex) {
			throw new InvalidInputException(file + ":1: no text in UTF-8");
		}
		catch (IOException ex) {
			throw new InvalidInputException(file + " cannot be read: " + ex.getMessage());
		}
	}

	private Experiment read(String name, Node node) {
		YamlMap map = new YamlMap(this.file, "the experiment", node, EXPERIMENT_KEYS);
		List<Expectation> expect = map.has("expect")
				? map.list("expect", (text) -> Words.of(Expectation.values(), text)) : List.of();
		Latency latency = latency(map, LATENCY);
		Load load = LoadReader.read(map);
		List<Fault> faults = FaultReader.read(map, List.of());
		Prediction prediction = Prediction.read(map);
		YamlMap arms = map.map("variants", List.of());
		List<Variant> variants = new ArrayList<>();
		for (String arm : arms.keys()) {
			if (!Names.isName(arm)) {
				throw arms.error(arm, "'" + arm + "' is no name for a variant; " + Names.RULE);
			}
			Variant variant = withFaults(arms, arm, variant(arm, arms.map(arm, VARIANT_KEYS), latency, load), faults);
			require(arms, variant, expect);
			variants.add(variant);
		}
		if (variants.isEmpty()) {
			throw map.error("variants", "no variant; an experiment needs one or more");
		}
		return new Experiment(name, map.text("question"),
				map.has("source") ? map.value("source", (text) -> Words.of(Source.values(), text)) : null,
				map.value("cores", (text) -> Words.of(Cores.values(), text), Cores.SHARED), expect, variants,
				prediction);
	}

	private static Variant withFaults(YamlMap arms, String arm, Variant variant, List<Fault> faults) {
		YamlMap map = arms.map(arm, VARIANT_KEYS);
		List<Fault> own = FaultReader.read(map, faults);
		try {
			return variant.with(own, map.value("may-exit", (text) -> "true".equals(Words.of(YES_NO, text)), false));
		}
		catch (InvalidInputException ex) {
			// The reader of a key has said where already.
			throw ex.getMessage().startsWith("faults: ") ? arms.error(arm, ex.getMessage()) : ex;
		}
	}

	private static void require(YamlMap arms, Variant variant, List<Expectation> expect) {
		if (expect.contains(Expectation.AT_CEILING) && !Load.hasCeiling(variant.load().path())) {
			throw arms.error(variant.name(), Expectation.AT_CEILING + " cannot be promised of " + variant.load().path()
					+ ": it does not make one call to the backend, so there is no ceiling; take it out of expect");
		}
		if (expect.contains(Expectation.AT_CEILING) && variant.load().open()) {
			throw arms.error(variant.name(), Expectation.AT_CEILING
					+ " cannot be promised of open-arrivals: they do not fill every slot; take it out of expect");
		}
		if (expect.contains(Expectation.RECOVERS)
				&& variant.faults().stream().noneMatch((fault) -> fault.kind() != Fault.Kind.SIGTERM)) {
			throw arms.error(variant.name(),
					Expectation.RECOVERS + " cannot be promised without a fault that ends; take it out of expect");
		}
	}

	private static Variant variant(String name, YamlMap map, Latency latency, Load load) {
		Map<String, String> properties = new LinkedHashMap<>();
		if (map.has("properties")) {
			YamlMap given = map.map("properties", List.of());
			given.keys().forEach((key) -> properties.put(key, given.text(key)));
		}
		return new Variant(name, map.value("app", App::of), properties,
				map.has("jvm") ? map.list("jvm", ExperimentReader::jvmFlag) : List.of(),
				map.has("jdk") ? map.value("jdk", (text) -> Numbers.whole(text, 21, 99)) : null, latency(map, latency),
				LoadReader.read(map, load),
				map.has("published") ? map.value("published", (text) -> Numbers.positive(text)) : null);
	}

	private static Latency latency(YamlMap map, Latency otherwise) {
		return map.has("backend") ? map.map("backend", BACKEND_KEYS).value("latency", Latency::parse, otherwise)
				: otherwise;
	}

	private static String jvmFlag(String text) {
		if (!text.startsWith("-") || text.contains(" ")) {
			throw new InvalidInputException("'" + text + "' is no JVM flag; write one flag an entry, such as -Xmx256m");
		}
		return text;
	}

}
