package lab.harness.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;

import lab.harness.model.experiment.Body;
import lab.harness.model.experiment.Paths;
import lab.harness.model.experiment.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RequestPlan}; {@link JMeterPlanTests} has those that run JMeter.
 */
class RequestPlanTests {

	private static final Path PLANS = Path.of("..", "jmeter");

	@TempDir
	private Path folder;

	private final XPath xpath = XPathFactory.newInstance().newXPath();

	@Test
	void writeShouldEscapeBackslashesOnlyBesideAVariable() throws Exception {
		Path values = Files.writeString(this.folder.resolve("ids.csv"), "id\n1\n");
		Map<String, String> headers = new LinkedHashMap<>();
		headers.put("Content-Type", "text/plain");
		headers.put("Plain", "a\\b$");
		headers.put("Variable", "a\\b$${id}");
		Document plan = write("closed-loop", new Request(Paths.of("/a/${id}"), Request.Method.POST, headers,
				Body.of("\\$5, <\r\n&>"), values.toString()));
		assertThat(texts(plan, "//HeaderManager//*[@name='Header.value']")).containsExactly("text/plain", "a\\b$",
				"a\\\\b$${value.id}");
		assertThat(texts(plan, "//HTTPSamplerProxy//*[@name='Argument.value']")).containsExactly("\\$5, <\r\n&>");
		assertThat(texts(plan, "//HTTPSamplerProxy/*[@name='HTTPSampler.path']")).containsExactly("/a/${value.id}");
		assertThat(texts(plan, "//HTTPSamplerProxy/*[@name='HTTPSampler.method']")).containsExactly("POST");
		assertThat(texts(plan, "//CSVDataSet/*[@name='variableNames']")).containsExactly("value.id");
		assertThat(this.folder.resolve(RequestPlan.VALUES)).hasContent("\"id\"\n\"1\"\n");
	}

	/** The plan is a file of the result. */
	@Test
	void writeWhenThereIsALoginShouldTakeItFromAProperty() throws Exception {
		Path target = this.folder.resolve("jmeter.jmx");
		RequestPlan.write(PLANS.resolve("closed-loop.jmx"), Request.get("/"), true, 42, target);
		assertThat(target).content()
			.contains("<stringProp name=\"Header.name\">Authorization</stringProp>",
					"<stringProp name=\"Header.value\">${__P(authorization)}</stringProp>");
	}

	/** All samplers share the timer, so that the rate is that of all paths together. */
	@ParameterizedTest
	@ValueSource(strings = { "closed-loop", "open-arrivals" })
	void writeWhenThereAreSeveralPathsShouldGiveEachASamplerAndALabel(String name) throws Exception {
		Map<String, Integer> paths = new LinkedHashMap<>();
		paths.put("/a", 9);
		paths.put("/b?id=${id}", 1);
		Document plan = write(name, new Request(new Paths(paths), Request.Method.GET, Map.of(), null, null));
		String choice = "//SwitchController/following-sibling::hashTree[1]";
		assertThat(texts(plan, choice + "/HTTPSamplerProxy/*[@name='HTTPSampler.path']")).containsExactly("/a",
				"/b?id=${value.id}");
		assertThat(texts(plan, "//HTTPSamplerProxy/@testname")).containsExactly("${label} /a", "${label} /b?id={id}");
		assertThat(texts(plan, "//HTTPSamplerProxy/following-sibling::*[1]/*")).isEmpty();
		assertThat(texts(plan, choice + "/PreciseThroughputTimer")).hasSize(name.equals("open-arrivals") ? 1 : 0);
		assertThat(texts(plan, "//PreciseThroughputTimer")).hasSize(name.equals("open-arrivals") ? 1 : 0);
		assertThat(texts(plan, "//hashTree/*[position() mod 2 = 0][name() != 'hashTree']"))
			.as("each element has its list")
			.isEmpty();
		assertThat(Files.readAllLines(this.folder.resolve(RequestPlan.PATHS))).hasSize(10_001)
			.startsWith("\"next-path\"");
	}

	@Test
	void orderShouldHoldTheSharesInEachBlockAndDependOnTheSeed() {
		Map<String, Integer> weights = new LinkedHashMap<>();
		weights.put("/a", 6);
		weights.put("/b", 4);
		Paths paths = new Paths(weights);
		List<Integer> order = RequestPlan.order(paths, 7);
		assertThat(order).hasSize(10_000).isEqualTo(RequestPlan.order(paths, 7));
		assertThat(IntStream.range(0, 2000).mapToObj((block) -> order.subList(block * 5, block * 5 + 5)))
			.allSatisfy((block) -> assertThat(block).containsExactlyInAnyOrder(0, 0, 0, 1, 1));
		assertThat(order).isNotEqualTo(RequestPlan.order(paths, 8));
	}

	private Document write(String plan, Request request) throws Exception {
		Path target = this.folder.resolve("jmeter.jmx");
		RequestPlan.write(PLANS.resolve(plan + ".jmx"), request, false, 42, target);
		return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(target.toFile());
	}

	private List<String> texts(Document plan, String path) throws Exception {
		NodeList nodes = (NodeList) this.xpath.evaluate(path, plan, XPathConstants.NODESET);
		return IntStream.range(0, nodes.getLength()).mapToObj((i) -> nodes.item(i).getTextContent()).toList();
	}

}
