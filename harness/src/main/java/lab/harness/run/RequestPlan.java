package lab.harness.run;

import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;

import lab.harness.model.experiment.Body;
import lab.harness.model.experiment.CsvTable;
import lab.harness.model.experiment.Paths;
import lab.harness.model.experiment.Request;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Writes the plan of a request that is more than a GET of one path: a shipped plan whose
 * sampler has the method, the path and the body, with elements for headers, values and
 * several paths beside it. The shipped plan itself has none of these elements, so that
 * the default request pays for none. The files lie together, so that JMeter's GUI opens
 * the plan from any place.
 */
final class RequestPlan {

	static final String VALUES = "values.csv";

	static final String PATHS = "paths.csv";

	/** Keeps the columns apart from the variables of the plan, such as host. */
	private static final String PREFIX = "value.";

	/** The variable that holds the number of the next path. */
	private static final String NEXT = "next-path";

	/**
	 * The least length of the order of paths. A short one would ask each path with the
	 * same values again and again.
	 */
	private static final int LEAST_DRAWN = 10_000;

	/** A reference to a character above U+FFFF, as the JDK writes it. */
	private static final Pattern LONG_REFERENCE = Pattern.compile("&#(\\d{5,});");

	private final Request request;

	private final Document plan;

	private final Element sampler;

	/** The list of the sampler's own elements, which follows it. */
	private final Element ofSampler;

	private RequestPlan(Request request, Document plan) {
		this.request = request;
		this.plan = plan;
		this.sampler = (Element) plan.getElementsByTagName("HTTPSamplerProxy").item(0);
		this.ofSampler = listAfter(this.sampler);
	}

	/**
	 * Writes the plan with its files.
	 * @param shipped the plan of the load, with one sampler
	 * @param seed the seed of the order in which the paths are asked
	 * @param target the plan to write; values and paths go into files beside it
	 * @throws IOException if a file cannot be written
	 */
	static void write(Path shipped, Request request, long seed, Path target) throws IOException {
		try {
			Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(shipped.toFile());
			RequestPlan plan = new RequestPlan(request, document);
			plan.addHeaders();
			plan.addValues(target);
			plan.setRequest();
			plan.setPaths(seed, target);
			StringWriter xml = new StringWriter();
			TransformerFactory.newInstance().newTransformer().transform(new DOMSource(document), new StreamResult(xml));
			Files.writeString(target, withoutReferences(xml.toString()));
		}
		catch (ParserConfigurationException | SAXException | TransformerException ex) {
			throw new IOException("the plan " + shipped + " cannot be filled in: " + ex.getMessage(), ex);
		}
	}

	/**
	 * Writes characters above U+FFFF as themselves. JMeter's parser (XStream's MXParser)
	 * repeats half of such a character at each later reference if it was one itself.
	 */
	private static String withoutReferences(String xml) {
		return LONG_REFERENCE.matcher(xml)
			.replaceAll((reference) -> Character.toString(Integer.parseInt(reference.group(1))));
	}

	private void addHeaders() {
		if (this.request.headers().isEmpty()) {
			return;
		}
		Element manager = before(this.sampler, "HeaderManager", "HeaderPanel", "headers",
				"Headers of all requests, besides those that JMeter sends itself.");
		Element headers = child(manager, "collectionProp", "HeaderManager.headers", null);
		this.request.headers().forEach((name, value) -> {
			Element header = child(headers, "elementProp", "", null);
			header.setAttribute("elementType", "Header");
			text(header, "Header.name", name);
			text(header, "Header.value", jmeter(value));
		});
	}

	private void addValues(Path target) throws IOException {
		CsvTable table = this.request.table();
		if (table != null) {
			write(target.resolveSibling(VALUES),
					Stream.concat(Stream.of(table.columns()), table.rows().stream().map(CsvTable.Row::fields)));
			addTable("values", "Each request takes the next row, whichever user sends it; the first follows the last.",
					VALUES, table.columns().stream().map((column) -> PREFIX + column).toList());
		}
	}

	/** Adds the element that reads a row of a file at each iteration of a user. */
	private void addTable(String name, String comment, String file, List<String> variables) {
		Element table = before(this.sampler, "CSVDataSet", "TestBeanGUI", name, comment);
		text(table, "filename", file);
		text(table, "fileEncoding", "UTF-8");
		text(table, "variableNames", String.join(",", variables));
		text(table, "delimiter", ",");
		text(table, "shareMode", "shareMode.all");
		for (String yes : List.of("ignoreFirstLine", "quotedData", "recycle")) {
			child(table, "boolProp", yes, "true");
		}
		child(table, "boolProp", "stopThread", "false");
	}

	/** Sets what all paths have in common. */
	private void setRequest() {
		set(this.sampler, "HTTPSampler.method", this.request.method().toString());
		Body body = this.request.body();
		if (body == null) {
			return;
		}
		set(this.sampler, "HTTPSampler.postBodyRaw", "true");
		text(this.sampler, "HTTPSampler.contentEncoding", "UTF-8");
		Element content = child(property(this.sampler, "Arguments.arguments"), "elementProp", "", null);
		content.setAttribute("elementType", "HTTPArgument");
		child(content, "boolProp", "HTTPArgument.always_encode", "false");
		text(content, "Argument.value", jmeter(body.content()));
		text(content, "Argument.metadata", "=");
	}

	/**
	 * Gives the sampler its path. With several, each gets a sampler of its own in a
	 * controller, to which the other elements of the sampler move, because they concern
	 * all of them: an open load has one timer for all requests.
	 */
	private void setPaths(long seed, Path target) throws IOException {
		List<String> paths = List.copyOf(this.request.path().weights().keySet());
		if (paths.size() > 1) {
			List<Integer> order = order(this.request.path(), seed);
			write(target.resolveSibling(PATHS),
					Stream.concat(Stream.of(NEXT), order.stream().map(String::valueOf)).map(List::of));
			addTable("order of paths",
					"The path of each request, by its number from 0: drawn by the weights and a "
							+ "seed, so that all servers are asked for the same paths in the same order.",
					PATHS, List.of(NEXT));
			Element controller = before(this.sampler, "SwitchController", "SwitchControllerGui", "paths",
					"Each request asks the path whose turn it is. All are counted under one label.");
			text(controller, "SwitchController.value", "${" + NEXT + "}");
			Element inside = listAfter(controller);
			while (this.ofSampler.getFirstChild() != null) {
				inside.appendChild(this.ofSampler.getFirstChild());
			}
			for (String path : paths.subList(1, paths.size())) {
				Element sampler = (Element) inside.appendChild(this.sampler.cloneNode(true));
				text(sampler, "HTTPSampler.path", jmeter(path));
				inside.appendChild(this.plan.createElement("hashTree"));
			}
			Node second = inside.getElementsByTagName("HTTPSamplerProxy").item(0);
			inside.insertBefore(this.sampler, second);
			inside.insertBefore(this.ofSampler, second);
		}
		text(this.sampler, "HTTPSampler.path", jmeter(paths.getFirst()));
	}

	/**
	 * The order of the paths, by their numbers: blocks in which each path has exactly its
	 * share, shuffled.
	 */
	static List<Integer> order(Paths paths, long seed) {
		List<Integer> weights = List.copyOf(paths.weights().values());
		int divisor = weights.stream().map(BigInteger::valueOf).reduce(BigInteger.ZERO, BigInteger::gcd).intValue();
		List<Integer> block = IntStream.range(0, weights.size())
			.boxed()
			.flatMap((path) -> Collections.nCopies(weights.get(path) / divisor, path).stream())
			.toList();
		Random random = new Random(seed);
		List<Integer> order = new ArrayList<>();
		while (order.size() < LEAST_DRAWN) {
			List<Integer> shuffled = new ArrayList<>(block);
			Collections.shuffle(shuffled, random);
			order.addAll(shuffled);
		}
		return order;
	}

	/**
	 * A text in JMeter's syntax, in which a dollar and a brace begin a variable. A
	 * backslash escapes only in a text with a variable.
	 */
	private static String jmeter(String text) {
		return text.contains("${") ? text.replace("\\", "\\\\").replace("${", "${" + PREFIX) : text;
	}

	private static void write(Path file, Stream<List<String>> lines) throws IOException {
		// JMeter skips an empty line, so an empty value needs quotes.
		try (CsvWriter writer = CsvWriter.builder()
			.quoteStrategy(QuoteStrategies.ALWAYS)
			.lineDelimiter(LineDelimiter.LF)
			.build(file)) {
			lines.forEach(writer::writeRecord);
		}
	}

	/** Adds an element of the tree before another one, with an empty list of its own. */
	private Element before(Node next, String test, String gui, String name, String comment) {
		Element element = this.plan.createElement(test);
		element.setAttribute("guiclass", gui);
		element.setAttribute("testclass", test);
		element.setAttribute("testname", name);
		element.setAttribute("enabled", "true");
		text(element, "TestPlan.comments", comment);
		Node tree = next.getParentNode();
		tree.insertBefore(element, next);
		tree.insertBefore(this.plan.createElement("hashTree"), next);
		return element;
	}

	private void text(Element parent, String name, String value) {
		child(parent, "stringProp", name, value);
	}

	private Element child(Element parent, String type, String name, @Nullable String value) {
		Element child = this.plan.createElement(type);
		child.setAttribute("name", name);
		if (value != null) {
			child.setTextContent(value);
		}
		parent.appendChild(child);
		return child;
	}

	private static void set(Element element, String name, String value) {
		property(element, name).setTextContent(value);
	}

	/** Finds a property of an element, at any depth. */
	private static Element property(Element element, String name) {
		NodeList properties = element.getElementsByTagName("*");
		return IntStream.range(0, properties.getLength())
			.mapToObj((i) -> (Element) properties.item(i))
			.filter((property) -> property.getAttribute("name").equals(name))
			.findFirst()
			.orElseThrow(() -> new IllegalStateException(element.getTagName() + " has no " + name));
	}

	/** The list of the elements below an element, which follows it. */
	private static Element listAfter(Element element) {
		Node next = element.getNextSibling();
		while (!(next instanceof Element list)) {
			next = Objects.requireNonNull(next, "an element is followed by its list").getNextSibling();
		}
		return list;
	}

}
