package lab.harness.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.wire.Endpoint;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Reads an experiment from YAML. A variant takes from the experiment what it does not say
 * itself; whatever is wrong is refused with file, line and the accepted words.
 */
public final class ExperimentFile {

	private static final List<String> ABOUT = List.of("question", "group", "source", "prediction");

	private static final List<String> EXPERIMENT = List.of("cores", "expect", "compare", "effects", "axis", "histogram",
			"variants", "lesson");

	/** What a lesson puts in place of what the experiment says. */
	private static final List<String> OF_LESSON = List.of("question", "prediction", "axis", "load", "faults",
			"arguments");

	/** What a variant takes from the experiment; {@code load} key by key. */
	private static final List<String> SUBJECT = List.of("program", "arguments", "takes", "ceiling", "properties",
			"backend", "load", "faults", "may-exit", "jvm", "jdk");

	private static final List<String> OF_VARIANT = List.of("axis", "published", "histogram");

	private static final Pattern UNKNOWN_OF_VARIANT = Pattern.compile("/variants/\\d+/subject/[^/]+");

	private static final YAMLMapper YAML = YAMLMapper.builder()
		.addModule(DataFile.module())
		.propertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)
		.enable(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
		.enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
		.disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
		.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
		.build();

	private final Path file;

	/** The line of each key, by its path such as {@code /variants/webflux/app}. */
	private final Map<String, Integer> lines = new HashMap<>();

	private final boolean lesson;

	private final @Nullable Function<App, List<Endpoint>> endpoints;

	private ExperimentFile(Path file, boolean lesson, @Nullable Function<App, List<Endpoint>> endpoints) {
		this.file = file;
		this.lesson = lesson;
		this.endpoints = endpoints;
	}

	/**
	 * Reads the file as it is run in full; a lesson in it is checked too.
	 * @throws InvalidInputException if it cannot be read or holds an invalid value, with
	 * file, line and the accepted words
	 */
	public static Experiment read(Path file) {
		if (hasLesson(file)) {
			readLesson(file);
		}
		return new ExperimentFile(file, false, null).read();
	}

	/**
	 * Reads the form for a workshop: with what {@code lesson} says in place of what the
	 * experiment says.
	 * @throws InvalidInputException as {@link #read(Path)} does, or if there is no lesson
	 */
	public static Experiment readLesson(Path file) {
		return new ExperimentFile(file, true, null).read();
	}

	/**
	 * Makes sure that the apps have the endpoints that the load asks, and that these
	 * allow what is expected and planned.
	 * @param lesson whether the form for a workshop is run
	 * @param endpoints the endpoints of an app
	 * @throws InvalidInputException as {@link #read(Path)} does
	 */
	public static void checkEndpoints(Path file, boolean lesson, Function<App, List<Endpoint>> endpoints) {
		new ExperimentFile(file, lesson, endpoints).read();
	}

	/** Whether the file can be read and has a lesson. */
	public static boolean hasLesson(Path file) {
		try {
			return YAML.readTree(file).has("lesson");
		}
		catch (JacksonException ex) {
			return false;
		}
	}

	private Experiment read() {
		try {
			findLines();
			JsonNode yaml = YAML.readTree(this.file);
			if (!(yaml instanceof ObjectNode experiment) || experiment.isEmpty()) {
				throw at("", "the file needs at least 'question' and 'variants'");
			}
			JsonNode given = experiment.remove("lesson");
			if (this.lesson) {
				teach(experiment, given);
			}
			experiment.put("name", String.valueOf(this.file.getFileName()).replaceFirst("\\.yml$", ""));
			experiment.set("variants", variants(experiment));
			ObjectNode about = YAML.createObjectNode();
			ABOUT.stream().filter(experiment::has).forEach((key) -> about.set(key, experiment.remove(key)));
			experiment.set("about", about);
			SUBJECT.forEach(experiment::remove);
			OF_VARIANT.forEach(experiment::remove);
			return checked(YAML.treeToValue(experiment, Experiment.class));
		}
		catch (JacksonException ex) {
			throw refused(ex);
		}
	}

	/**
	 * Puts the lesson in place of what the experiment says, and of the load of a variant:
	 * windows that stayed long there would make a lesson long.
	 */
	private void teach(ObjectNode experiment, @Nullable JsonNode given) {
		if (!(given instanceof ObjectNode lesson)) {
			throw at("/lesson", "'lesson' must hold keys and values; accepted: " + String.join(", ", lessonKeys()));
		}
		lesson.propertyNames().stream().filter((key) -> !lessonKeys().contains(key)).findFirst().ifPresent((key) -> {
			throw at("/lesson/" + key,
					"unknown key '" + key + "' of lesson; accepted: " + String.join(", ", lessonKeys()));
		});
		if (lesson.has("load") && !(lesson.get("load") instanceof ObjectNode)) {
			throw at("/lesson/load", "'load' must hold keys and values");
		}
		for (String key : OF_LESSON) {
			JsonNode value = lesson.get(key);
			if (value instanceof ObjectNode load && key.equals("load")
					&& experiment.get(key) instanceof ObjectNode replaced) {
				replaced.setAll(load);
			}
			else if (value != null) {
				experiment.set(key, value);
			}
		}
		if (experiment.get("variants") instanceof ObjectNode variants) {
			if (lesson.has("only")) {
				variants.retain(chosen(lesson.get("only"), variants));
			}
			variants.forEach((variant) -> {
				if (variant instanceof ObjectNode own) {
					// A lesson is not of the published shape.
					own.remove("published");
					if (own.get("load") instanceof ObjectNode load) {
						lesson.path("load").propertyNames().forEach(load::remove);
					}
				}
			});
		}
		experiment.remove("published");
	}

	private static List<String> lessonKeys() {
		return Stream.concat(Stream.of("only"), OF_LESSON.stream()).toList();
	}

	private List<String> chosen(JsonNode only, ObjectNode variants) {
		List<String> names = names(only);
		for (String name : names) {
			if (!variants.has(name)) {
				throw at("/lesson/only", "only: there is no variant '" + name + "'; accepted: "
						+ String.join(", ", variants.propertyNames()));
			}
		}
		return names;
	}

	/**
	 * Each variant whole: its name, its subject with what the experiment says, its axis.
	 */
	private ArrayNode variants(ObjectNode experiment) {
		JsonNode given = experiment.path("variants");
		if (!(given instanceof ObjectNode named) || named.isEmpty()) {
			throw at("/variants", "'variants' is required: a name and its keys each");
		}
		boolean program = experiment.has("program");
		ArrayNode variants = YAML.createArrayNode();
		named.properties().forEach((entry) -> {
			if (!(entry.getValue() instanceof ObjectNode own)) {
				throw at("/variants/" + entry.getKey(), "'" + entry.getKey() + "' must hold keys and values");
			}
			ObjectNode variant = variants.addObject().put("name", entry.getKey());
			for (String key : OF_VARIANT) {
				JsonNode value = own.has(key) ? own.remove(key) : experiment.get(key);
				if (value != null) {
					variant.set(key, value);
				}
			}
			ObjectNode subject = variant.putObject("subject").put("kind", program ? "program" : "service");
			SUBJECT.stream().filter(experiment::has).forEach((key) -> subject.set(key, experiment.get(key).deepCopy()));
			own.properties().forEach((value) -> {
				if (value.getKey().equals("load") && subject.get("load") instanceof ObjectNode load
						&& value.getValue() instanceof ObjectNode differing) {
					load.setAll(differing);
				}
				else {
					subject.set(value.getKey(), value.getValue());
				}
			});
			if (!variant.has("axis")) {
				variant.set("axis", axis(subject));
			}
		});
		return variants;
	}

	/** A service without an axis has the point of its load. */
	private static ObjectNode axis(ObjectNode subject) {
		ObjectNode axis = YAML.createObjectNode();
		JsonNode load = subject.path("load");
		if (subject.path("kind").asString("").equals("program")) {
			axis.putArray("").add(0);
		}
		else if (load.path("rate").isNumber()) {
			axis.putArray(Axis.RATE).add(load.path("rate").asDouble());
		}
		else {
			axis.putArray(Axis.USERS).add(load.path("users").asDouble(500));
		}
		return axis;
	}

	/** Every point must make a valid subject, and an axis must move something. */
	private Experiment checked(Experiment experiment) {
		String axis = experiment.variants().getFirst().axis().name();
		for (Variant variant : experiment.variants()) {
			if (!variant.axis().name().equals(axis)) {
				throw at("/variants/" + variant.name() + "/axis",
						"all variants have one axis: '" + variant.axis().name() + "' and '" + axis + "'");
			}
			try {
				long different = variant.axis()
					.points()
					.stream()
					.map((point) -> variant.at(point).subject())
					.distinct()
					.count();
				if (variant.subject() instanceof Service && different < variant.axis().values().size()) {
					throw new InvalidInputException("axis",
							"axis " + axis + " moves nothing; write ${" + axis + "} into a property or a JVM flag");
				}
			}
			catch (InvalidInputException ex) {
				throw at("/variants/" + variant.name() + "/axis", ex.key() + ": " + ex.getMessage(), ex);
			}
			String elsewhere = (variant.published() != null) ? variant.published().pointNotOf(variant.axis()) : null;
			if (elsewhere != null) {
				throw at("/variants/" + variant.name() + "/published",
						"published: '" + elsewhere + "' is no point of the axis");
			}
			if (this.endpoints != null && variant.subject() instanceof Service service) {
				checkTarget(experiment, variant.name(), service, this.endpoints.apply(service.app()));
			}
		}
		return experiment;
	}

	private void checkTarget(Experiment experiment, String variant, Service service, List<Endpoint> endpoints) {
		try {
			experiment.check(variant, service, Target.of(endpoints, service.load().path()));
		}
		catch (InvalidInputException ex) {
			String key = ex.key().equals("path") ? "load/path" : ex.key();
			throw at("/variants/" + variant + "/" + key, ex.key() + ": " + ex.getMessage(), ex);
		}
	}

	private void findLines() {
		try (JsonParser parser = YAML.createParser(this.file)) {
			for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
				this.lines.putIfAbsent(parser.streamReadContext().pathAsPointer().toString(),
						parser.currentTokenLocation().getLineNr());
			}
		}
	}

	private InvalidInputException refused(JacksonException ex) {
		InvalidInputException own = DataFile.own(ex);
		StringBuilder path = new StringBuilder();
		ex.getPath()
			.forEach((step) -> path.append('/')
				.append((step.getPropertyName() != null) ? step.getPropertyName() : step.getIndex()));
		if (own != null && !own.key().isEmpty()) {
			path.append('/').append(own.key());
		}
		if (path.isEmpty() && ex.getLocation() != null && ex.getLocation().getLineNr() > 0) {
			return new InvalidInputException(this.file + ":" + ex.getLocation().getLineNr() + ": "
					+ ((own != null) ? own.getMessage() : DataFile.reason(ex)), ex);
		}
		String reason = DataFile.reason(ex);
		if (ex instanceof UnrecognizedPropertyException && ex.getPath().size() == 1) {
			reason = unknownKey(path);
		}
		else if (ex instanceof UnrecognizedPropertyException && UNKNOWN_OF_VARIANT.matcher(path).matches()) {
			reason += ", " + String.join(", ", OF_VARIANT);
		}
		String key = path.substring(path.lastIndexOf("/") + 1);
		boolean named = key.matches("\\d*") || reason.contains("'" + key + "'") || reason.startsWith(key);
		return at(named(path.toString()), named ? reason : key + ": " + reason, ex);
	}

	/** An experiment accepts its own keys and those that its variants take from it. */
	private static String unknownKey(CharSequence path) {
		return "unknown key '" + path.subSequence(1, path.length()) + "'; accepted: "
				+ Stream.of(ABOUT, EXPERIMENT, SUBJECT).flatMap(List::stream).collect(Collectors.joining(", "));
	}

	/**
	 * A path of the records as a path of the file: variants by name, no subject, no
	 * about.
	 */
	private String named(String path) {
		String[] steps = path.split("/");
		if (steps.length > 2 && steps[1].equals("variants")) {
			int index = Integer.parseInt(steps[2]);
			steps[2] = variantNames().get(index).replace("~", "~0").replace("/", "~1");
		}
		return String.join("/",
				Stream.of(steps).filter((step) -> !step.equals("subject") && !step.equals("about")).toList());
	}

	private List<String> variantNames() {
		JsonNode yaml = YAML.readTree(this.file);
		List<String> only = this.lesson ? names(yaml.path("lesson").path("only")) : List.of();
		return yaml.path("variants")
			.propertyNames()
			.stream()
			.filter((name) -> only.isEmpty() || only.contains(name))
			.toList();
	}

	/** The words of a list; one word stands for a list of one. */
	private static List<String> names(JsonNode list) {
		return (list.isString() ? Stream.of(list) : list.valueStream()).map((name) -> name.asString("")).toList();
	}

	/**
	 * At the line of the path, of what the experiment says for all, or of what holds it.
	 */
	private InvalidInputException at(String path, String message) {
		return at(path, message, null);
	}

	private InvalidInputException at(String path, String message, @Nullable Exception cause) {
		return new InvalidInputException(this.file + ":" + line(path) + ": " + message, cause);
	}

	private int line(String path) {
		String ofAll = path.replaceFirst("^/variants/[^/]+", "");
		Integer line = this.lesson ? this.lines.get("/lesson" + ofAll) : null;
		if (line == null || ofAll.isEmpty()) {
			line = this.lines.get(path);
		}
		if (line == null) {
			line = this.lines.get(ofAll);
		}
		if (line != null) {
			return line;
		}
		int last = path.lastIndexOf('/');
		return (last < 0) ? 1 : line(path.substring(0, last));
	}

	/**
	 * Names of the experiments in a folder, in the order of the alphabet.
	 * @throws InvalidInputException if the folder cannot be read
	 */
	public static List<String> names(Path folder) {
		try (Stream<Path> files = Files.list(folder)) {
			return files.map((file) -> String.valueOf(file.getFileName()))
				.filter((name) -> name.endsWith(".yml"))
				.map((name) -> name.substring(0, name.length() - ".yml".length()))
				.sorted()
				.toList();
		}
		catch (IOException ex) {
			throw new InvalidInputException("the folder " + folder + " cannot be read: " + ex.getMessage(), ex);
		}
	}

	/** Names of the experiments in a folder that have a lesson. */
	public static List<String> lessons(Path folder) {
		return names(folder).stream().filter((name) -> hasLesson(folder.resolve(name + ".yml"))).toList();
	}

	/**
	 * Reads one experiment of a folder.
	 * @throws InvalidInputException if there is none of that name, or it is not valid
	 */
	public static Experiment read(Path folder, String name) {
		return read(find(folder, name));
	}

	/**
	 * The file of an experiment: that of a name in the folder, or the file itself where a
	 * word ends in {@code .yml}.
	 * @throws InvalidInputException if there is none
	 */
	public static Path find(Path folder, String name) {
		if (name.endsWith(".yml")) {
			Path file = Path.of(name);
			String stem = String.valueOf(file.getFileName()).replaceFirst("\\.yml$", "");
			if (!Files.isRegularFile(file)) {
				throw new InvalidInputException("there is no file '" + name + "'");
			}
			if (!Variant.NAME.matcher(stem).matches()) {
				throw new InvalidInputException("'" + stem + "' cannot name an experiment; use a-z, 0-9 and hyphens");
			}
			return file;
		}
		List<String> names = names(folder);
		if (!names.contains(name)) {
			throw new InvalidInputException(
					"no experiment '" + name + "' in " + folder + "; there are: " + String.join(", ", names));
		}
		return folder.resolve(name + ".yml");
	}

}
