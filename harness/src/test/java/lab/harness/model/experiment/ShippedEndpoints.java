package lab.harness.model.experiment;

import java.nio.file.Path;
import java.util.List;

import lab.harness.model.DataFile;
import lab.wire.Endpoint;

/**
 * The lists of endpoints as they are in the sources of the services.
 */
public final class ShippedEndpoints {

	private ShippedEndpoints() {
	}

	public static List<Endpoint> of(App app) {
		Path folder = Path.of("..", (app.threadKind().equals("event-loop")) ? app + "/src/main/resources"
				: "service-common/src/main/servlet");
		return List.of(DataFile.mapper().readValue(folder.resolve(Endpoint.FILE), Endpoint[].class));
	}

}
