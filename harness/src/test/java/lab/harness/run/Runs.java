package lab.harness.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import lab.harness.model.Metric;
import lab.harness.model.experiment.About;
import lab.harness.model.experiment.App;
import lab.harness.model.experiment.Axis;
import lab.harness.model.experiment.Cores;
import lab.harness.model.experiment.DelayDistribution;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.Load;
import lab.harness.model.experiment.Point;
import lab.harness.model.experiment.Request;
import lab.harness.model.experiment.Run;
import lab.harness.model.experiment.Service;
import lab.harness.model.experiment.Subject;
import lab.harness.model.experiment.Variant;
import lab.harness.model.result.Evidence;

/**
 * Runs for tests.
 */
final class Runs {

	private Runs() {
	}

	/** The shortest load that there is, warmed up for a second. */
	static Load load() {
		return load(3, 1, 4);
	}

	static Load load(int users, int warmUpSeconds, int measuredSeconds) {
		return new Load(Request.get("/"), users, null, Duration.ZERO, Load.WarmUp.of(Duration.ofSeconds(warmUpSeconds)),
				Duration.ofSeconds(measuredSeconds), Duration.ofSeconds(2));
	}

	/** The app webflux with flags of its JVM. */
	static Service webflux(String... jvm) {
		return webflux(load(), false, jvm);
	}

	static Service webflux(Load load, boolean mayExit, String... jvm) {
		return new Service(App.WEBFLUX, Map.of("fan-out.size", "3"),
				new Service.Backend(DelayDistribution.parse("fixed 5ms")), load, List.of(), mayExit, List.of(jvm),
				null);
	}

	static Run of(Service service) {
		return of("flux", service, new Point(Axis.USERS, service.load().users()));
	}

	static Run of(String variant, Subject subject, Point point) {
		Axis axis = point.axis().isEmpty() ? Axis.NONE : new Axis(point.axis(), List.of(point.value()));
		return new Run(new Variant(variant, subject, axis, null), point, 1, 43);
	}

	static Evidence in(Path folder, Service service) {
		return new Evidence(of(service), folder);
	}

	static Experiment experiment(Run... runs) {
		return new Experiment("test", new About("Does it run?", About.Group.OTHER, List.of(), null), Cores.SHARED,
				List.of(), Metric.THROUGHPUT, List.of(), List.of(runs).stream().map(Run::variant).toList());
	}

}
