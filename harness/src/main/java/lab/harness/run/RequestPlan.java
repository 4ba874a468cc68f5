package lab.harness.run;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import lab.harness.model.experiment.CsvTable;
import lab.harness.model.experiment.Paths;
import lab.harness.model.experiment.Request;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategies;

/**
 * Writes the plan of a request that is more than a GET of one path: a shipped plan whose
 * sampler has the method, the path and the body, with elements for headers, values and
 * several paths beside it. The shipped plan itself has none of these elements, so that
 * the default request pays for none. The files lie together, so that JMeter's GUI opens
 * the plan from any place.
 */
record RequestPlan(Request request, boolean hasLogin, long seed, Path target) {

	/**
	 * The property of JMeter that holds the login, which no file of a result may have.
	 */
	static final String AUTHORIZATION = "authorization";

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

	/** The sampler of a shipped plan, and the list of its own elements, which follows. */
	private static final Pattern SAMPLER = Pattern
		.compile("(?s)(<HTTPSamplerProxy .*?</HTTPSamplerProxy>)\\s*<hashTree(?:/>|>(.*?)</hashTree>)");

	/**
	 * Writes the plan with its files.
	 * @param shipped the plan of the load, with one sampler
	 * @param hasLogin whether the requests have a login
	 * @param seed the seed of the order in which the paths are asked
	 * @param target the plan to write; values and paths go into files beside it
	 * @throws IOException if a file cannot be written
	 */
	static void write(Path shipped, Request request, boolean hasLogin, long seed, Path target) throws IOException {
		String plan = Files.readString(shipped);
		Matcher sampler = SAMPLER.matcher(plan);
		if (!sampler.find()) {
			throw new IOException("the plan " + shipped + " cannot be filled in: it has no sampler");
		}
		RequestPlan filled = new RequestPlan(request, hasLogin, seed, target);
		Files.writeString(target,
				plan.substring(0, sampler.start()) + filled.headers() + filled.values()
						+ filled.paths(sampler.group(1), Objects.requireNonNullElse(sampler.group(2), ""))
						+ plan.substring(sampler.end()));
	}

	private String headers() {
		Map<String, String> headers = new LinkedHashMap<>();
		this.request.headers().forEach((name, value) -> headers.put(name, jmeter(value)));
		if (this.hasLogin) {
			headers.put(FirstRequests.AUTHORIZATION, "${__P(" + AUTHORIZATION + ")}");
		}
		return headers.isEmpty() ? ""
				: element("HeaderManager", "HeaderPanel", "headers",
						"Headers of all requests, besides those that JMeter sends itself.",
						headers.entrySet()
							.stream()
							.map((header) -> """
									<elementProp name="" elementType="Header">
									  <stringProp name="Header.name">%s</stringProp>
									  <stringProp name="Header.value">%s</stringProp>
									</elementProp>
									""".formatted(xml(header.getKey()), header.getValue()))
							.collect(Collectors.joining("", "<collectionProp name=\"HeaderManager.headers\">",
									"</collectionProp>")),
						"");
	}

	private String values() throws IOException {
		CsvTable table = this.request.table();
		if (table == null) {
			return "";
		}
		write(this.target.resolveSibling(VALUES),
				Stream.concat(Stream.of(table.columns()), table.rows().stream().map(CsvTable.Row::fields)));
		return table("values", "Each request takes the next row, whichever user sends it; the first follows the last.",
				VALUES, table.columns().stream().map((column) -> PREFIX + column).collect(Collectors.joining(",")));
	}

	/** The element that reads a row of a file at each iteration of a user. */
	private static String table(String name, String comment, String file, String variables) {
		return element("CSVDataSet", "TestBeanGUI", name, comment, """
				<stringProp name="filename">%s</stringProp>
				<stringProp name="fileEncoding">UTF-8</stringProp>
				<stringProp name="variableNames">%s</stringProp>
				<stringProp name="delimiter">,</stringProp>
				<stringProp name="shareMode">shareMode.all</stringProp>
				<boolProp name="ignoreFirstLine">true</boolProp>
				<boolProp name="quotedData">true</boolProp>
				<boolProp name="recycle">true</boolProp>
				<boolProp name="stopThread">false</boolProp>
				""".formatted(file, variables), "");
	}

	/**
	 * The sampler with its path. With several, each gets a sampler of its own, whose
	 * label ends with the path, in a controller, to which the other elements of the
	 * sampler move, because they concern all of them: an open load has one timer for all
	 * requests.
	 * @param own the elements of the sampler
	 */
	private String paths(String sampler, String own) throws IOException {
		List<String> paths = List.copyOf(this.request.path().weights().keySet());
		if (paths.size() == 1) {
			return sampler(sampler, paths.getFirst()) + "<hashTree>" + own + "</hashTree>";
		}
		write(this.target.resolveSibling(PATHS),
				Stream.concat(Stream.of(NEXT), order(this.request.path(), this.seed).stream().map(String::valueOf))
					.map(List::of));
		return table("order of paths",
				"The path of each request, by its number from 0: drawn by the weights and a seed, so that all servers "
						+ "are asked for the same paths in the same order.",
				PATHS, NEXT)
				+ element("SwitchController", "SwitchControllerGui", "paths",
						"Each request asks the path whose turn it is.",
						"<stringProp name=\"SwitchController.value\">${" + NEXT + "}</stringProp>",
						own + paths.stream()
							.map((path) -> replaced(sampler(sampler, path), "testname=\"${label}\"",
									"testname=\"${label} " + xml(path.replace("${", "{")) + "\"") + "<hashTree/>")
							.collect(Collectors.joining("\n")));
	}

	/** The sampler of the shipped plan with this request, on one of its paths. */
	private String sampler(String shipped, String path) {
		String end = "</HTTPSamplerProxy>";
		String sampler = replaced(shipped, end,
				"<stringProp name=\"HTTPSampler.path\">" + jmeter(path) + "</stringProp>" + end);
		sampler = replaced(sampler, "method\">GET<", "method\">" + this.request.method() + "<");
		if (this.request.body() == null) {
			return sampler;
		}
		sampler = replaced(sampler, "postBodyRaw\">false<", "postBodyRaw\">true<");
		return replaced(sampler, "<collectionProp name=\"Arguments.arguments\"/>", """
				<collectionProp name="Arguments.arguments">
				  <elementProp name="" elementType="HTTPArgument">
				    <boolProp name="HTTPArgument.always_encode">false</boolProp>
				    <stringProp name="Argument.value">%s</stringProp>
				    <stringProp name="Argument.metadata">=</stringProp>
				  </elementProp>
				</collectionProp>
				<stringProp name="HTTPSampler.contentEncoding">UTF-8</stringProp>
				""".formatted(jmeter(this.request.body().content())));
	}

	private static String replaced(String text, String part, String by) {
		if (!text.contains(part)) {
			throw new IllegalStateException("the sampler of the plan has no " + part);
		}
		return text.replace(part, by);
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
		return xml(text.contains("${") ? text.replace("\\", "\\\\").replace("${", "${" + PREFIX) : text);
	}

	/**
	 * Escapes a text; a parser reads a carriage return as a line feed. A character above
	 * U+FFFF must be itself: JMeter's parser (XStream's MXParser) repeats half of a
	 * reference to one at each later reference.
	 */
	private static String xml(String text) {
		return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#13;");
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

	/**
	 * An element of the tree, and the list of its own elements.
	 * @param gui the class of its form
	 */
	private static String element(String test, String gui, String name, String comment, String properties,
			String list) {
		return """
				<%1$s guiclass="%2$s" testclass="%1$s" testname="%3$s" enabled="true">
				  <stringProp name="TestPlan.comments">%4$s</stringProp>
				%5$s
				</%1$s>
				<hashTree>%6$s</hashTree>
				""".formatted(test, gui, name, comment, properties, list);
	}

}
