package lab.harness.docs;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code jmeter/comments.zh-CN.md} says in Chinese what the comments of the plans say.
 */
class PlanCommentsTests {

	private static final Page PAGE = Page.of("jmeter/comments.zh-CN.md");

	private static final String VARIABLES = "## 变量";

	@ParameterizedTest
	@ValueSource(strings = { "closed-loop", "comparison", "open-arrivals" })
	void pageShouldHaveEachCommentOfAPlanWithItsNumbers(String plan) throws Exception {
		Map<String, String> rows = new HashMap<>(PAGE.rows("## 测试计划"));
		rows.putAll(PAGE.rows("## 相同的元件"));
		rows.putAll(PAGE.rows("## " + plan + " 的元件"));
		Map<String, String> comments = values(plan, "TestPlan.comments", "testname");
		assertThat(comments).hasSizeGreaterThan(8);
		comments.forEach((element, comment) -> mustSay(rows, element, comment));
	}

	@ParameterizedTest
	@ValueSource(strings = { "closed-loop", "comparison", "open-arrivals" })
	void pageShouldHaveEachVariableOfAPlanWithItsNumbers(String plan) throws Exception {
		Map<String, String> rows = PAGE.rows(VARIABLES);
		Map<String, String> variables = values(plan, "Argument.desc", "name");
		assertThat(variables).containsKey("users");
		variables.forEach((variable, words) -> mustSay(rows, variable, words));
	}

	@Test
	void pageShouldHaveNoVariableThatIsGone() throws Exception {
		Map<String, String> all = new HashMap<>();
		for (String plan : new String[] { "closed-loop", "comparison", "open-arrivals" }) {
			all.putAll(values(plan, "Argument.desc", "name"));
		}
		PAGE.mustList(VARIABLES, all.keySet());
	}

	private static void mustSay(Map<String, String> rows, String name, String english) {
		assertThat(rows).as("the comment of %s in Chinese", name).containsKey(name);
		assertThat(ChinesePagesTests.numbers(Page.cells(rows.getOrDefault(name, "")).get(1)))
			.as("the numbers of '%s'", english)
			.isEqualTo(ChinesePagesTests.numbers(english));
	}

	/** The texts of all properties of one kind, by an attribute of their element. */
	private static Map<String, String> values(String plan, String property, String attribute) throws Exception {
		Path file = Page.ROOT.resolve("jmeter/" + plan + ".jmx");
		Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
		NodeList texts = document.getElementsByTagName("stringProp");
		Map<String, String> values = new LinkedHashMap<>();
		for (int index = 0; index < texts.getLength(); index++) {
			Element text = (Element) texts.item(index);
			if (text.getAttribute("name").equals(property)) {
				values.put(((Element) text.getParentNode()).getAttribute(attribute), text.getTextContent());
			}
		}
		return values;
	}

}
