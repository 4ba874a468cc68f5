package lab.harness.model.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.model.InvalidInputException;
import lab.harness.model.YamlFile;
import lab.wire.Endpoint;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads an experiment from YAML. A variant inherits the keys of the experiment that it
 * does not set; {@code load} and {@code service} are merged key by key. Invalid values
 * are refused with file, line and the accepted words.
 */
public final class ExperimentFile extends YamlFile {

	public static final int MOST_ROUNDS = 100;

	public static final String EXTENSION = ".yml";

	private static final String LOAD = "load";

	private static final String APP = "app";

	private static final String SERVICE = "service";

	private static final JsonPointer VARIANTS = JsonPointer.compile("/variants");

	private Class<? extends Subject> subject = Service.class;

	/** Whether the file has a service of the reader's own. */
	private boolean own;

	private int rounds = 1;

	private final Experiment experiment;

	/**
	 * Reads an experiment.
	 * @throws InvalidInputException if the file cannot be read or holds an invalid value,
	 * with file, line and the accepted words
	 */
	public ExperimentFile(Path path) {
		super(path);
		this.experiment = bind();
	}

	/** Reads an experiment alone. */
	public static Experiment read(Path path) {
		return new ExperimentFile(path).experiment;
	}

	/**
	 * Whether two texts of a file measure the same: all but comments, the words of its
	 * question and prediction, the rounds, and what is looked for in the figures.
	 */
	public static boolean measureTheSame(String one, String other) {
		return withoutWords(one).equals(withoutWords(other));
	}

	private static JsonNode withoutWords(String yaml) {
		JsonNode node = YAML.readTree(yaml);
		if (node instanceof ObjectNode keys) {
			keys.remove(List.of("question", "group", "source", "prediction", "rounds", "effects", "compare"));
		}
		return node;
	}

	/** The rounds that the answer needs. */
	public int rounds() {
		return this.rounds;
	}

	public Experiment experiment() {
		return this.experiment;
	}

	/**
	 * Checks that the apps have the endpoints of the load, and that these allow what is
	 * expected and planned.
	 * @param endpoints the endpoints of an app
	 * @throws InvalidInputException if they do not, with file and line
	 */
	public void checkEndpoints(Function<App, List<Endpoint>> endpoints) {
		for (Variant variant : this.experiment.variants()) {
			if (variant.subject() instanceof Service service && service.app() instanceof App app) {
				JsonPointer place = VARIANTS.appendProperty(variant.name());
				List<Endpoint> known = endpoints.apply(app);
				for (Point point : variant.axis().points()) {
					Request request = service.at(point).load().request();
					Target target = located(place.appendProperty(LOAD), () -> Target.of(known, request));
					located(place, () -> this.experiment.checked(variant.name(), service, target));
				}
				Paths warmUp = service.load().warmUp().warmUpPath();
				if (warmUp != null) {
					located(place.appendProperty(LOAD), () -> Target.of(known, warmUp, "warm-up-path"));
				}
			}
		}
	}

	/**
	 * Checks that the load stays on this machine.
	 * @throws InvalidInputException if it does not, with file and line
	 */
	public void checkLoopback() {
		for (Variant variant : this.experiment.variants()) {
			if (variant.subject() instanceof Service service) {
				located(VARIANTS.appendProperty(variant.name()).appendProperty(SERVICE), () -> {
					service.app().requireLoopback();
					return service;
				});
			}
		}
	}

	private Experiment bind() {
		try {
			if (!(tree() instanceof ObjectNode keys) || keys.isEmpty()) {
				throw at(JsonPointer.empty(), "the file needs at least 'question' and 'variants'", null);
			}
			this.subject = keys.has("program") ? Program.class : Service.class;
			inherit(keys);
			Keys<?> bound = YAML.treeToValue(keys,
					YAML.getTypeFactory().constructParametricType(Keys.class, this.subject));
			this.rounds = Objects.requireNonNullElse(bound.rounds, 1);
			return checked(located(JsonPointer.empty(), () -> bound.experiment(path())));
		}
		catch (JacksonException ex) {
			throw refused(ex);
		}
	}

	/** Moves the keys that variants share from the experiment into each of them. */
	private void inherit(ObjectNode experiment) {
		ObjectNode shared = YAML.createObjectNode();
		keys(VariantKeys.class).filter(experiment::has).forEach((key) -> shared.set(key, experiment.remove(key)));
		if (!(experiment.get("variants") instanceof ObjectNode variants)) {
			return;
		}
		variants.properties().forEach((variant) -> {
			JsonPointer path = VARIANTS.appendProperty(variant.getKey());
			if (!Variant.NAME.matcher(variant.getKey()).matches()) {
				throw at(path, "'" + variant.getKey() + "' cannot name a variant; use a-z, 0-9 and hyphens, "
						+ "50 characters at most, the first no hyphen", null);
			}
			if (!(variant.getValue() instanceof ObjectNode own)) {
				throw at(path, "'" + variant.getKey() + "' must hold keys and values", null);
			}
			ObjectNode whole = shared.deepCopy();
			merge(own, whole);
			checkApplication(path, whole);
			variant.setValue(whole);
		});
	}

	/** Keeps the two keys of the application apart, which the record reads alike. */
	private void checkApplication(JsonPointer variant, ObjectNode keys) {
		JsonNode service = keys.get(SERVICE);
		if (service != null && keys.has(APP)) {
			throw at(variant.appendProperty(SERVICE),
					"'app' names a shipped service and 'service' your own; leave one out", null);
		}
		if (service != null && !service.isObject()) {
			throw at(variant.appendProperty(SERVICE), "'service' must hold keys and values", null);
		}
		if (keys.get(APP) instanceof ObjectNode) {
			throw at(variant.appendProperty(APP), "'app' is a word; for a service of your own write 'service'", null);
		}
		this.own |= service != null;
	}

	/** Replaces keys, those of {@code load} and {@code service} one by one. */
	private static void merge(ObjectNode from, ObjectNode to) {
		from.properties().forEach((entry) -> {
			String key = entry.getKey();
			if ((key.equals(LOAD) || key.equals(SERVICE)) && entry.getValue() instanceof ObjectNode given
					&& to.get(key) instanceof ObjectNode replaced) {
				replaced.setAll(given);
			}
			else {
				to.set(entry.getKey(), entry.getValue());
			}
		});
	}

	/** The keys of a record in YAML, in their order. */
	private static Stream<String> keys(Class<?> type) {
		if (type == Subject.class) {
			return Stream.of(Service.class, Program.class).flatMap(ExperimentFile::keys).distinct();
		}
		return Stream.of(type.getRecordComponents())
			.flatMap((component) -> component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)
					? keys(component.getType()) : (component.getType() == Application.class) ? Stream.of(APP, SERVICE)
							: Stream.of(component.getName().replaceAll("[A-Z]", "-$0").toLowerCase(Locale.ROOT)));
	}

	/** Every point must make a valid subject, and an axis must move something. */
	private Experiment checked(Experiment experiment) {
		String axis = experiment.variants().getFirst().axis().name();
		for (Variant variant : experiment.variants()) {
			JsonPointer place = VARIANTS.appendProperty(variant.name());
			if (!variant.axis().name().equals(axis)) {
				throw at(place.appendProperty("axis"),
						"all variants have one axis: '" + variant.axis().name() + "' and '" + axis + "'", null);
			}
			located(place.appendProperty("axis"), variant::checked);
			located(place, variant::keepChecked);
			if (variant.subject() instanceof Service service) {
				Point first = variant.axis().points().getFirst();
				located(place.appendProperty(LOAD), service.at(first).load().request()::checked);
			}
			String elsewhere = (variant.published() != null) ? variant.published().pointNotOf(variant.axis()) : null;
			if (elsewhere != null) {
				throw at(place.appendProperty("published"), "published: '" + elsewhere + "' is no point of the axis",
						null);
			}
		}
		for (int i = 0; i < experiment.effects().size(); i++) {
			Effect effect = experiment.effects().get(i);
			located(JsonPointer.compile("/effects/" + i), () -> effect.checked(experiment.variants()));
		}
		return experiment;
	}

	/** The key of the application is that of its kind. */
	@Override
	protected String keyOf(String component, JsonPointer place) {
		boolean service = this.own && component.equals(APP) && place.head() != null && VARIANTS.equals(place.head());
		return service ? SERVICE : component;
	}

	/** An experiment accepts its own keys and those that its variants inherit. */
	@Override
	protected String accepted(UnrecognizedPropertyException ex, JsonPointer place) {
		Stream<String> known = ex.getKnownPropertyIds().stream().map(String::valueOf);
		JsonPointer holder = place.head();
		Stream<String> accepted = holder.matches()
				? Stream.of(keys(About.class), known, keys(VariantKeys.class)).flatMap((keys) -> keys)
				: holder.head().equals(VARIANTS) ? Stream.concat(keys(this.subject), known)
						: holder.last().matchesProperty(LOAD) ? keys(Load.class) : known;
		return accepted.collect(Collectors.joining(", "));
	}

	/** A variant inherits what the experiment sets. */
	@Override
	protected @Nullable JsonPointer inheritedFrom(JsonPointer place) {
		JsonPointer inherited = place.matchesProperty("variants") ? place.tail().tail() : null;
		return (inherited != null && !inherited.matches()) ? inherited : null;
	}

	/** The keys of an experiment file, with those of each variant by its name. */
	record Keys<S extends Subject>(@JsonUnwrapped About about, Cores cores, Together together, @Nullable Integer rounds,
			List<Expectation> expect, Compare compare, List<Effect> effects, Map<String, VariantKeys<S>> variants) {

		Keys {
			InvalidInputException.requireRange("rounds", rounds, 1, MOST_ROUNDS);
			InvalidInputException.require(variants != null && !variants.isEmpty(), "variants",
					"'variants' is required: a name and its keys each");
		}

		Experiment experiment(Path file) {
			boolean loadsDiffer = closedAndOpen();
			return new Experiment(stem(file), this.about, this.cores, this.together, this.expect, this.compare,
					this.effects,
					this.variants.entrySet()
						.stream()
						.map((one) -> one.getValue().variant(one.getKey(), loadsDiffer, file))
						.toList());
		}

		/** Whether closed and open workloads, which share no axis, are compared. */
		private boolean closedAndOpen() {
			return this.variants.values().stream().allMatch((variant) -> variant.axis() == null)
					&& this.variants.values().stream().map((variant) -> variant.single().name()).distinct().count() > 1;
		}

	}

	/** The keys of a variant, inherited ones among them. */
	record VariantKeys<S extends Subject>(@JsonUnwrapped S subject, @Nullable Axis axis, @Nullable Published published,
			boolean histogram, boolean keep) {

		VariantKeys {
			InvalidInputException.require(!histogram || subject instanceof Service, "histogram",
					"'histogram' is for services; a program counts what it holds itself");
			if (histogram && subject instanceof Service service) {
				service.app().requireCounters("histogram");
			}
		}

		Variant variant(String name, boolean loadsDiffer, Path file) {
			Axis single = loadsDiffer ? Axis.NONE : single();
			return new Variant(name, this.subject.resolved(file), (this.axis != null) ? this.axis : single,
					this.published, this.histogram, this.keep);
		}

		/** The single point of the load. */
		Axis single() {
			return (this.subject instanceof Service service) ? service.load().axis() : Axis.NONE;
		}

	}

	/**
	 * The names of the experiments in a folder, sorted.
	 * @throws InvalidInputException if the folder cannot be read
	 */
	public static List<String> names(Path folder) {
		try (Stream<Path> files = Files.list(folder)) {
			return files.filter((file) -> file.toString().endsWith(EXTENSION))
				.map(ExperimentFile::stem)
				.sorted()
				.toList();
		}
		catch (IOException ex) {
			throw new InvalidInputException(
					"the folder " + folder + " cannot be read: " + InvalidInputException.reason(ex), ex);
		}
	}

	/**
	 * Finds the file of an experiment.
	 * @param name the name of an experiment in the folder, or a path that ends in
	 * {@code .yml}
	 * @throws InvalidInputException if there is no such file
	 */
	public static Path find(Path folder, String name) {
		if (name.endsWith(EXTENSION)) {
			Path file = Path.of(name);
			String stem = stem(file);
			if (!Files.isRegularFile(file)) {
				throw new InvalidInputException("there is no file '" + name + "'");
			}
			if (!isName(stem)) {
				throw new InvalidInputException("'" + stem + "' cannot name an experiment; use a-z, 0-9 and hyphens");
			}
			return file;
		}
		List<String> names = names(folder);
		if (!names.contains(name)) {
			throw new InvalidInputException(
					"no experiment '" + name + "' in " + folder + "; there are: " + String.join(", ", names));
		}
		return folder.resolve(name + EXTENSION);
	}

	/** Whether an experiment can have this name. */
	public static boolean isName(String name) {
		return Variant.NAME.matcher(name).matches();
	}

	/** The name of the experiment in a file. */
	public static String stem(Path file) {
		return String.valueOf(file.getFileName()).replaceFirst("\\.yml$", "");
	}

}
