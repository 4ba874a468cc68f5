package lab.harness.live;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import lab.harness.model.experiment.Load;
import lab.harness.model.experiment.Paths;
import lab.harness.model.experiment.Run;
import lab.harness.model.experiment.Service;
import lab.harness.run.Progress;
import org.jspecify.annotations.Nullable;

/**
 * Tells the page which load the apps have in a run of an experiment, and passes the
 * progress on.
 */
final class WatchedRun implements Progress {

	private final Lab lab;

	private final Progress next;

	/** The runs that are on, at the same time or one after the other. */
	private volatile List<Run> group = List.of();

	WatchedRun(Lab lab, Progress next) {
		this.lab = lab;
		this.next = next;
	}

	@Override
	public void toCome(List<List<Run>> groups) {
		this.next.toCome(groups);
	}

	@Override
	public void run(List<Run> group, int number) {
		this.group = List.copyOf(group);
		this.lab.expect(loads(this.group, Phase.STARTING));
		this.next.run(group, number);
	}

	/**
	 * The loads by app. Only the measured load has known users: a warm-up has others. An
	 * app that keeps its JVM for several loads has none here, because the progress does
	 * not say which load is on.
	 */
	static Map<String, SentLoad> loads(List<Run> group, Phase phase) {
		Map<String, SentLoad> loads = new HashMap<>();
		for (Run run : group) {
			boolean single = group.stream()
				.filter((one) -> one.variant().name().equals(run.variant().name()))
				.count() == 1;
			if (run.variant().subject() instanceof Service service) {
				Load load = service.load();
				boolean known = single && phase == Phase.MEASURING && !load.open() && load.request().isPlain()
						&& load.thinkTime().isZero();
				loads.put(service.app().toString(), new SentLoad(known ? load.users() : null, path(load, phase)));
			}
		}
		return loads;
	}

	/**
	 * The path that all requests of a phase ask for; null if there are several, and in a
	 * warm-up, whose fast backend gives ceilings that its few users never see.
	 */
	private static @Nullable String path(Load load, Phase phase) {
		boolean warming = phase == Phase.WARMING_UP || phase == Phase.WARMING_UP_AGAIN;
		Paths asked = load.request().path();
		return (!warming && asked.weights().size() == 1) ? asked.first() : null;
	}

	@Override
	public void phase(Phase phase, Duration expected) {
		this.lab.expect(loads(this.group, phase));
		this.next.phase(phase, expected);
	}

	@Override
	public void answers(long atMillis, long completed) {
		this.next.answers(atMillis, completed);
	}

	@Override
	public void say(String line) {
		this.next.say(line);
	}

	/**
	 * A load that somebody else sends.
	 *
	 * @param users users in a closed loop who do not think, or null for any other load
	 * @param path the path that all its requests ask for, or null if there are several
	 */
	record SentLoad(@Nullable Integer users, @Nullable String path) {
	}

}
