package lab.harness.command;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import lab.harness.model.InvalidInputException;
import lab.harness.model.experiment.Axis;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.Load;
import lab.harness.model.experiment.PlannedFault;
import lab.harness.model.experiment.Program;
import lab.harness.model.experiment.RecordedLoad;
import lab.harness.model.experiment.Service;
import lab.harness.model.experiment.Subject;
import lab.harness.model.experiment.Variant;
import lab.harness.model.result.Form;
import lab.harness.run.Schedule;
import org.jspecify.annotations.Nullable;

/**
 * The options of the command line that change an experiment.
 *
 * @param form the quick form has short windows, shorter faults, at most 250 users, only
 * the ends of an axis, or its last value if both take more than three minutes, and no
 * optimising compiler
 * @param only names of the variants to run, empty for all
 */
record Adjustments(Form form, List<String> only, @Nullable Integer users, @Nullable Duration measure) {

	private static final Duration QUICK_PROGRAM = Duration.ofSeconds(8);

	private static final Duration QUICK_WARM_UP = Duration.ofSeconds(5);

	private static final Duration QUICK_WINDOW = Duration.ofSeconds(10);

	/** With both ends of an axis. */
	private static final Duration QUICK_MOST = Duration.ofMinutes(3);

	/** The time before, between and after the faults of a quick run. */
	private static final Duration QUICK_CALM = Duration.ofSeconds(5);

	/** A shorter fault would hit only a few requests. */
	private static final Duration QUICK_LEAST_FAULT = Duration.ofSeconds(4);

	/**
	 * The barriers of G1 are expensive without the optimising compiler: with the serial
	 * collector, a request took a tenth less CPU. Optimised code showed no difference.
	 */
	private static final String QUICK_COLLECTOR = "-XX:+UseSerialGC";

	/**
	 * Without the optimising compiler, a request takes 1.2 to 2.6 ms of CPU on slow
	 * processors, so two of them cannot serve the 1000 req/s of 500 users. With 250 users
	 * a limit of 200 threads is still visible: 400 instead of 500 req/s.
	 */
	static final int QUICK_USERS = 250;

	/** A JVM with two of these flags does not start. */
	private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use\\w+GC");

	/**
	 * The experiment with the changes.
	 * @throws InvalidInputException if a variant is not known, an option does not fit the
	 * experiment, or no window is left
	 */
	Experiment apply(Experiment experiment) {
		List<String> names = experiment.variants().stream().map(Variant::name).toList();
		for (String name : this.only) {
			InvalidInputException.require(names.contains(name), "--only",
					experiment.name() + " has no variant '" + name + "'; accepted: " + String.join(", ", names));
		}
		List<Variant> variants = experiment.variants()
			.stream()
			.filter((variant) -> this.only.isEmpty() || this.only.contains(variant.name()))
			.map(this::adjusted)
			.toList();
		Experiment adjusted = with(experiment, variants);
		return (this.form.isShort() && Schedule.of(adjusted, 1, 0).least().compareTo(QUICK_MOST) > 0)
				? with(experiment, variants.stream().map(Adjustments::atLastPoint).toList()) : adjusted;
	}

	private static Experiment with(Experiment experiment, List<Variant> variants) {
		return new Experiment(experiment.name(), experiment.about(), experiment.cores(), experiment.together(),
				experiment.expect(), experiment.compare().among(variants.stream().map(Variant::name).toList()),
				experiment.effects(), variants);
	}

	private static Variant atLastPoint(Variant variant) {
		Axis axis = variant.axis();
		return new Variant(variant.name(), variant.subject(), new Axis(axis.name(), List.of(axis.values().getLast())),
				variant.published(), variant.histogram(), variant.keep());
	}

	private Variant adjusted(Variant variant) {
		return switch (variant.subject()) {
			case Service service -> service(variant, service);
			case Program program -> program(variant, program);
			case RecordedLoad load -> variant;
		};
	}

	private Variant program(Variant variant, Program program) {
		if (this.users != null || this.measure != null) {
			throw new InvalidInputException("--" + ((this.users != null) ? "users" : "measure") + ": " + variant.name()
					+ " is a program and takes no load; leave it out");
		}
		if (!this.form.isShort()) {
			return variant;
		}
		List<String> arguments = new ArrayList<>(program.arguments());
		arguments.add(Program.QUICK);
		return new Variant(
				variant.name(), new Program(program.program(), arguments, QUICK_PROGRAM, program.ceiling(),
						program.jvm(), program.jdk()),
				ends(variant.axis()), variant.published(), variant.histogram(), variant.keep());
	}

	private Variant service(Variant variant, Service service) {
		if (this.users != null && service.load().open()) {
			throw new InvalidInputException("--users: open arrivals have a rate and no users; leave it out");
		}
		List<PlannedFault> faults = this.form.isShort() ? quick(service.faults(), service.load()) : service.faults();
		return new Variant(variant.name(),
				new Service(service.app(), service.properties(), service.backend(), load(service, faults), faults,
						service.mayExit(), service.app().hasJvmFlags() ? jvm(service.jvm()) : service.jvm(),
						service.jdk(), service.cpus()),
				ends(load(variant.axis())), variant.published(), variant.histogram(), variant.keep());
	}

	private Axis load(Axis axis) {
		return axis.name().equals(Axis.USERS)
				? new Axis(Axis.USERS, axis.values().stream().map(this::users).distinct().toList()) : axis;
	}

	private Axis ends(Axis axis) {
		return this.form.isShort() ? axis.ends() : axis;
	}

	private double users(double users) {
		return (this.users != null) ? this.users : this.form.isShort() ? Math.min(users, QUICK_USERS) : users;
	}

	private Load load(Service service, List<PlannedFault> faults) {
		Load load = service.load();
		Load.WarmUp warmUp = load.warmUp();
		Duration measured = load.measure();
		if (this.form.isShort()) {
			// Code that nobody warms up is what such an experiment is about.
			warmUp = warmUp.warmUp().isZero() ? warmUp : warmUp.lasting(QUICK_WARM_UP);
			measured = faults.isEmpty() ? load.ramp()
				.plus(Load.SETTLE)
				.plus(QUICK_WINDOW)
				// The last stream begins with the end of the ramp.
				.plus((load.readers() != null) ? load.ramp() : Duration.ZERO)
				// Users come to rest after a few of their own cycles.
				.plus(wholeSeconds(load.thinkTime().plus(declaredWait(service)).multipliedBy(2)))
					: faults.getLast().end().plus(QUICK_CALM.multipliedBy(2));
		}
		try {
			return new Load(load.request(), (int) users(load.users()), load.rate(), load.ramp(), warmUp,
					(this.measure != null) ? this.measure : measured, load.timeout(), load.think(), load.readers());
		}
		catch (InvalidInputException ex) {
			throw new InvalidInputException("--measure: " + ex.getMessage(), ex);
		}
	}

	private static Duration declaredWait(Service service) {
		Duration wait = service.app().meanWait();
		return (wait != null) ? wait : Duration.ZERO;
	}

	private static Duration wholeSeconds(Duration time) {
		return Duration.ofSeconds(time.plusMillis(999).toSeconds());
	}

	private List<String> jvm(List<String> jvm) {
		if (!this.form.isShort()) {
			return jvm;
		}
		List<String> flags = new ArrayList<>(List.of(Subject.QUICK_COMPILER));
		if (jvm.stream().noneMatch(COLLECTOR.asMatchPredicate())) {
			flags.add(QUICK_COLLECTOR);
		}
		flags.addAll(jvm);
		return flags;
	}

	/** The faults with a third of their duration, one after the other. */
	private static List<PlannedFault> quick(List<PlannedFault> faults, Load load) {
		List<PlannedFault> shorter = new ArrayList<>();
		Duration at = load.ramp().plus(Load.SETTLE).plus(QUICK_CALM);
		for (PlannedFault fault : faults) {
			Duration lasts = Duration.ofSeconds(fault.lasts().toSeconds() / 3);
			if (fault.kind() != PlannedFault.Kind.SIGTERM && lasts.compareTo(QUICK_LEAST_FAULT) < 0) {
				lasts = QUICK_LEAST_FAULT;
			}
			shorter.add(new PlannedFault(fault.kind(), at, lasts, fault.share(), fault.clients()));
			at = at.plus(lasts).plus(QUICK_CALM);
		}
		return shorter;
	}

}
