package lab.harness.live;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import lab.harness.model.experiment.Load;
import lab.harness.model.experiment.Run;
import lab.harness.model.experiment.Service;
import lab.harness.model.experiment.Subject;
import lab.harness.run.Progress;
import org.jspecify.annotations.Nullable;

/**
 * Tells the page which load the apps have in a run of an experiment, and passes the
 * progress on.
 */
record WatchedRun(Lab lab, Progress next) implements Progress {

	@Override
	public void toCome(List<List<Run>> groups) {
		this.next.toCome(groups);
	}

	@Override
	public void run(List<Run> group, int number) {
		this.lab.expect(loads(group));
		this.next.run(group, number);
	}

	/**
	 * The loads by app. An app that keeps its JVM for several loads has no users here,
	 * because the progress does not say which load is on.
	 */
	static Map<String, SentLoad> loads(List<Run> group) {
		Map<String, SentLoad> loads = new HashMap<>();
		for (Run run : group) {
			Subject subject = run.variant().subject();
			boolean single = group.stream()
				.filter((one) -> one.variant().name().equals(run.variant().name()))
				.count() == 1;
			if (subject instanceof Service service) {
				Load load = service.load();
				boolean known = single && !load.open() && load.request().isPlain();
				loads.put(service.app().toString(),
						new SentLoad(known ? load.users() : null, load.request().path().first()));
			}
		}
		return loads;
	}

	@Override
	public void phase(Phase phase, Duration expected) {
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
	 * @param users users in a closed loop, or null for an open or unknown load
	 */
	record SentLoad(@Nullable Integer users, String path) {
	}

}
