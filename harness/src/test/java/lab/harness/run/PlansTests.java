package lab.harness.run;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;

import lab.harness.model.experiment.App;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The shipped JMeter plans say what the project says of them. Surefire runs in the
 * module's folder.
 */
class PlansTests {

	private static final Path PLANS = Path.of("..", "jmeter");

	private static final Pattern PROPERTY = Pattern.compile("__P\\(([^,)]*),?([^)]*)\\)");

	/** Remote workers split these: a worker takes its share, if it has one. */
	private static final Pattern SHARE = Pattern
		.compile("\\$\\{__P\\((\\w+)\\.\\$\\{__P\\(worker,\\)},(\\$\\{__P\\(\\1,.*\\)})\\)}");

	private final XPath xpath = XPathFactory.newInstance().newXPath();

	@Test
	void closedLoopWhenNoPropertyIsGivenShouldBeThePublishedRun() throws Exception {
		assertThat(properties("closed-loop")).containsExactlyInAnyOrder("protocol=http", "host=127.0.0.1", "port=8081",
				"path=/", "label=closed-loop", "users=500", "think=0", "ramp=1", "duration=60", "timeout=10000",
				"connect-timeout=10000", "success=2..", "results=", "answers=");
	}

	@Test
	void comparisonWhenNoPropertyIsGivenShouldBeThePublishedRunOnThreeApps() throws Exception {
		assertThat(properties("comparison")).containsExactlyInAnyOrder("protocol=http",
				"tomcat-platform.host=127.0.0.1", "tomcat-platform.port=8081", "tomcat-platform-500.host=",
				"tomcat-platform-500.port=8084", "tomcat-virtual.host=127.0.0.1", "tomcat-virtual.port=8082",
				"webflux.host=127.0.0.1", "webflux.port=8083", "path=/", "users=500", "think=0", "ramp=1",
				"duration=60", "timeout=10000", "connect-timeout=10000", "success=2..", "results=", "answers=");
	}

	@Test
	void openArrivalsWhenNoPropertyIsGivenShouldStayBelowWhat200ThreadsCanDo() throws Exception {
		assertThat(properties("open-arrivals")).containsExactlyInAnyOrder("protocol=http", "host=127.0.0.1",
				"port=8081", "path=/", "label=open-arrivals", "users=4000", "rate=300", "seed=42", "ramp=1",
				"duration=60", "timeout=10000", "connect-timeout=10000", "success=2..", "results=", "answers=");
	}

	@ParameterizedTest
	@CsvSource({ "closed-loop, users", "comparison, users", "open-arrivals, users rate seed" })
	void planShouldGiveARemoteWorkerItsShare(String plan, String shared) throws Exception {
		assertThat(texts(plan, "//stringProp").stream()
			.flatMap((text) -> SHARE.matcher(text).results())
			.map((MatchResult match) -> match.group(1))).containsExactly(shared.split(" "));
		assertThat(texts(plan, "//*[contains(text(), '__P(worker')]")).hasSize(shared.split(" ").length);
	}

	@Test
	void comparisonShouldVisitTheAppsOneAfterTheOther() throws Exception {
		assertThat(texts("comparison", "//*[@name='TestPlan.serialize_threadgroups']")).containsExactly("true");
		for (App app : List.of(App.TOMCAT_PLATFORM, App.TOMCAT_VIRTUAL, App.WEBFLUX)) {
			assertThat(properties("comparison")).contains(app + ".port=" + app.port());
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "closed-loop", "comparison", "open-arrivals" })
	void planShouldReadEachPropertyOnceInItsUserDefinedVariables(String plan) throws Exception {
		assertThat(properties(plan)).extracting((property) -> property.split("=")[0]).doesNotHaveDuplicates();
		assertThat(texts(plan, "//*[contains(text(), '__P')]")).hasSameSizeAs(properties(plan));
		for (String name : texts(plan, "/jmeterTestPlan/hashTree/hashTree/Arguments//*[@name='Argument.name']")) {
			String value = "//elementProp[@name='" + name + "']/*[@name='Argument.value']";
			assertThat(texts(plan, value)).singleElement()
				.satisfies((text) -> assertThat(whole(text)).startsWith("${__P(" + name + ","));
			assertThat(texts(plan, "//*[text()='${" + name + "}'] | //@testname[.='${" + name + "}']")).isNotEmpty();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "closed-loop", "comparison", "open-arrivals" })
	void planShouldKeepTheConnectionOfAUserAndGoOnAfterAFailure(String plan) throws Exception {
		assertThat(elements(plan, "//ThreadGroup")).isNotEmpty().allSatisfy((group) -> {
			assertThat(property(group, "ThreadGroup.same_user_on_next_iteration")).isEqualTo("true");
			assertThat(property(group, "ThreadGroup.on_sample_error")).isEqualTo("continue");
		});
		assertThat(texts(plan, "//HTTPSamplerProxy/*[@name='HTTPSampler.use_keepalive']")).isNotEmpty()
			.containsOnly("true");
	}

	@ParameterizedTest
	@ValueSource(strings = { "closed-loop", "comparison", "open-arrivals" })
	void planShouldDisableOnlyTheListenerThatKeepsEveryAnswer(String plan) throws Exception {
		assertThat(elements(plan, "//*[@enabled='false']")).singleElement()
			.satisfies(
					(element) -> assertThat(element.getAttribute("guiclass")).isEqualTo("ViewResultsFullVisualizer"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "closed-loop", "comparison", "open-arrivals" })
	void planShouldExplainEachElement(String plan) throws Exception {
		assertThat(elements(plan, "//*[@testclass][not(self::elementProp)]")).isNotEmpty()
			.allSatisfy((element) -> assertThat(property(element, "TestPlan.comments")).isNotEmpty());
	}

	/**
	 * JDK 25 takes an empty file name for a file that exists, and JMeter 5.6.3 then does
	 * not start the plan in its GUI. A variable would do, but with remote workers it is
	 * not replaced there, and the samples go to a file of its name.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "closed-loop", "comparison", "open-arrivals" })
	void listenerShouldNameItsFileByAPropertyThatIsEmptyByDefault(String plan) throws Exception {
		assertThat(texts(plan, "//ResultCollector/*[@name='filename']")).containsExactly("${__P(results,)}",
				"${__P(answers,)}");
	}

	/**
	 * Every property that the plan reads, as {@code name=default}, as often as it reads
	 * it.
	 */
	private List<String> properties(String plan) throws Exception {
		return texts(plan, "//stringProp | //@testname").stream()
			.flatMap((text) -> PROPERTY.matcher(whole(text)).results())
			.map((MatchResult match) -> match.group(1) + "=" + match.group(2))
			.toList();
	}

	/** Without the share of a worker: what holds where there is none. */
	private static String whole(String text) {
		return SHARE.matcher(text).replaceAll("$2");
	}

	private String property(Element element, String name) throws Exception {
		return (String) this.xpath.evaluate(".//*[@name='" + name + "']", element, XPathConstants.STRING);
	}

	private List<Element> elements(String plan, String path) throws Exception {
		NodeList nodes = nodes(plan, path);
		return IntStream.range(0, nodes.getLength()).mapToObj((i) -> (Element) nodes.item(i)).toList();
	}

	private List<String> texts(String plan, String path) throws Exception {
		NodeList nodes = nodes(plan, path);
		return IntStream.range(0, nodes.getLength()).mapToObj((i) -> nodes.item(i).getTextContent()).toList();
	}

	private NodeList nodes(String plan, String path) throws Exception {
		Document document = DocumentBuilderFactory.newInstance()
			.newDocumentBuilder()
			.parse(PLANS.resolve(plan + ".jmx").toFile());
		return (NodeList) this.xpath.evaluate(path, document, XPathConstants.NODESET);
	}

}
