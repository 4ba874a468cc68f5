package lab.harness.live;

import java.nio.file.Path;
import java.util.List;

import lab.harness.lesson.Conversation;
import lab.harness.lesson.LessonFile;
import lab.harness.model.experiment.App;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.Service;
import lab.harness.model.experiment.Together;
import lab.harness.model.experiment.Variant;
import lab.harness.run.ClosedLoad;
import lab.harness.run.Launcher;
import lab.harness.run.Progress;
import lab.harness.run.process.JvmSpec;
import lab.harness.run.process.Ports;
import org.jspecify.annotations.Nullable;

/**
 * The live page of the backend and the three apps of the comparison.
 */
public final class LiveServer implements AutoCloseable {

	/** The apps that it shows, side by side. */
	public static final List<App> APPS = List.of(App.TOMCAT_PLATFORM, App.TOMCAT_VIRTUAL, App.WEBFLUX);

	/** The port of the page, if nobody chooses another one. */
	public static final int PORT = 8090;

	/** The port of the pages of a class. */
	public static final int CLASS_PORT = 8091;

	private final Lab lab;

	private final LivePage page;

	private final @Nullable ClassPage participants;

	private LiveServer(Lab lab, LivePage page, @Nullable ClassPage participants) {
		this.lab = lab;
		this.page = page;
		this.participants = participants;
	}

	/**
	 * Serves the page of services that run already.
	 * @param where the place of the services
	 * @param port port of the page, or 0 for any
	 * @param folder for the files of JMeter
	 * @param invited where participants find their pages, or null without a class
	 * @throws lab.harness.model.InvalidInputException if the port is in use
	 */
	public static LiveServer start(Launcher launcher, Where where, int port, Path folder,
			@Nullable ClassInvitation invited) {
		Lab lab = new Lab(models(where), where.service(JvmSpec.BACKEND, Ports.BACKEND),
				(service, path, users) -> load(launcher, service, path, users, folder));
		ClassPage participants = null;
		try {
			TeacherPage teacher = null;
			if (invited != null) {
				ClassRoom room = new ClassRoom(invited.results(), System::nanoTime);
				participants = new ClassPage(room, lab, invited.address(), invited.port());
				teacher = new TeacherPage(room, lab,
						"http://" + ClassPage.host(invited.address()) + ":" + participants.port());
			}
			LivePage page = new LivePage(lab, where, port, LessonFile.all(launcher.root().resolve("workshop")), teacher,
					false);
			lab.begin();
			return new LiveServer(lab, page, participants);
		}
		catch (RuntimeException ex) {
			lab.close();
			if (participants != null) {
				participants.close();
			}
			throw ex;
		}
	}

	/**
	 * Serves a page that only shows the apps of an experiment that runs.
	 * @param port port of the page, or 0 for any
	 * @throws lab.harness.model.InvalidInputException if the port is in use
	 */
	public static LiveServer watch(int port) {
		Where here = Where.THIS_MACHINE;
		Lab lab = new Lab(models(here), here.service(JvmSpec.BACKEND, Ports.BACKEND), (service, path, users) -> {
			throw new Refusal(409, "no-load", "an experiment is running");
		});
		try {
			LivePage page = new LivePage(lab, here, port, List.of(), null, true);
			lab.begin();
			return new LiveServer(lab, page, null);
		}
		catch (RuntimeException ex) {
			lab.close();
			throw ex;
		}
	}

	/**
	 * Whether such a page shows a run of an experiment: one of the apps, on its default
	 * ports, which runs at the same time do not have. {@code together: auto} may turn out
	 * to be such.
	 */
	public static boolean shows(Experiment experiment) {
		boolean alone = experiment.together() != Together.TRUE || experiment.variants().size() == 1;
		return alone && experiment.variants().stream().anyMatch(LiveServer::isShown);
	}

	private static boolean isShown(Variant variant) {
		return variant.subject() instanceof Service service && APPS.contains(service.app());
	}

	/** The progress of an experiment, of which the page takes the loads. */
	public Progress following(Progress progress) {
		return new WatchedRun(this.lab, progress);
	}

	private static List<WatchedService> models(Where where) {
		return APPS.stream().map((app) -> where.service(app.toString(), app.port())).toList();
	}

	private static LoadDriver.Handle load(Launcher launcher, WatchedService service, String path, int users,
			Path folder) {
		App app = APPS.stream().filter((one) -> one.toString().equals(service.name())).findFirst().orElseThrow();
		ClosedLoad load = ClosedLoad.start(launcher, app, service.host(), service.port(), path, users, folder);
		return new LoadDriver.Handle() {
			@Override
			public Path samples() {
				return load.samples();
			}

			@Override
			public boolean isAlive() {
				return load.isAlive();
			}

			@Override
			public void close() {
				load.close();
			}
		};
	}

	/** The port of the page. */
	public int port() {
		return this.page.port();
	}

	/** Ends the load and the page, and leaves the services as they are. */
	@Override
	public void close() {
		this.page.close();
		try {
			this.lab.close();
		}
		finally {
			if (this.participants != null) {
				// It fails if the predictions cannot be kept.
				this.participants.close();
			}
		}
	}

	/**
	 * A class that other machines can join.
	 *
	 * @param address an address of this machine in their network
	 * @param port port of their pages, or 0 for any
	 * @param results folder where its predictions are kept
	 */
	public record ClassInvitation(String address, int port, Path results) {
	}

	/** The place of the services. */
	public enum Where {

		/** On loopback of this machine. */
		THIS_MACHINE,

		/**
		 * In containers of the same network, each with its name; the page listens on all
		 * addresses of its own container.
		 */
		CONTAINERS;

		WatchedService service(String name, int port) {
			return new WatchedService(name, (this == THIS_MACHINE) ? "127.0.0.1" : name, port,
					App.managementPort(port));
		}

		/** The command of the laboratory at this place. */
		String bench() {
			return (this == THIS_MACHINE) ? Conversation.bench("").strip() : "docker compose run --rm bench";
		}

		String pageAddress() {
			return (this == THIS_MACHINE) ? "127.0.0.1" : "0.0.0.0";
		}

	}

}
