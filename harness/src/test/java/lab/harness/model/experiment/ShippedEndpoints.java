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
		App sources = (app == App.JETTY) ? App.TOMCAT_PLATFORM : app;
		Path list = Path.of("..", sources.toString(), "src/main/resources", Endpoint.FILE);
		return List.of(DataFile.mapper().readValue(list, Endpoint[].class));
	}

}
