package lab.harness.model.experiment;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;
import org.jspecify.annotations.Nullable;

/**
 * The request that the users send. <code>${name}</code> in a path, a header or the body
 * stands for a column of a table, of which each request takes the next row.
 *
 * @param headers the headers besides those that JMeter sends
 * @param body its content, or null for none
 * @param values path of the CSV file with the table, or null for none
 * @param success the statuses that are a success, empty for 200 to 299
 */
public record Request(Paths path, Method method, Map<String, String> headers, @Nullable Body body,
		@Nullable String values, List<Integer> success) {

	/** A variable; the name is empty if it cannot be that of a column. */
	private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z0-9_.-]*)}?");

	private static final Pattern HEADER_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

	/** Printable ASCII; JMeter would replace any other character by a question mark. */
	private static final Pattern HEADER_VALUE = Pattern.compile("[!-~]([ -~]*[!-~])?");

	private static final Pattern IN_HEADER = Pattern.compile("[ -~]*");

	private static final Pattern IN_PATH = Pattern.compile("(" + Paths.CHARACTER + ")*");

	private static final Pattern IN_BODY = Pattern.compile("(?s).*");

	/** JMeter sets these itself, and another value would change the connections. */
	private static final Set<String> OF_JMETER = Set.of("connection", "content-length", "keep-alive",
			"transfer-encoding", "upgrade");

	public Request {
		path = Objects.requireNonNullElse(path, Paths.of("/"));
		method = Objects.requireNonNullElse(method, Method.GET);
		headers = Collections.unmodifiableMap(new LinkedHashMap<>(Objects.requireNonNullElse(headers, Map.of())));
		success = List.copyOf(Objects.requireNonNullElse(success, List.of()));
		success.forEach((status) -> InvalidInputException.requireRange("success", status, 100, 599));
		headers.forEach(Request::checkHeader);
		List<String> names = headers.keySet().stream().map((name) -> name.toLowerCase(Locale.ROOT)).toList();
		InvalidInputException.require(names.stream().distinct().count() == names.size(), "headers",
				"a header is there twice; upper and lower case are the same");
		InvalidInputException.require(body == null || method.takesBody(), "body",
				"a request with a body needs a method that sends it; accepted: "
						+ DataFile.words(Stream.of(Method.values()).filter(Method::takesBody).toArray()));
		InvalidInputException.require(body == null || names.contains("content-type"), "body",
				"a body needs a header that says what it is, such as Content-Type: application/json");
	}

	public Request(Paths path, Method method, Map<String, String> headers, @Nullable Body body,
			@Nullable String values) {
		this(path, method, headers, body, values, List.of());
	}

	/** A GET of one path without more. */
	public static Request get(String path) {
		return new Request(Paths.of(path), Method.GET, Map.of(), null, null);
	}

	/** Whether it is a GET of one path without more. */
	public boolean isPlain() {
		return equals(new Request(Paths.of(this.path.first()), Method.GET, Map.of(), null, null, this.success));
	}

	/** The pattern of the statuses that are a success. */
	public String successPattern() {
		return this.success.isEmpty() ? "2.."
				: this.success.stream().map(String::valueOf).collect(Collectors.joining("|"));
	}

	/** A copy that asks other paths. */
	Request to(Paths other) {
		return new Request(other, this.method, this.headers, this.body, this.values, this.success);
	}

	/** The request with its files relative to that of the experiment. */
	Request resolved(Path experiment) {
		return new Request(this.path, this.method, this.headers,
				(this.body != null) ? this.body.resolved(experiment) : null,
				(this.values != null) ? DataFile.beside(experiment, "values", this.values) : null, this.success);
	}

	/** Reads the table of its values, or returns null if there is none. */
	public @Nullable CsvTable table() {
		return (this.values != null) ? CsvTable.read(Path.of(this.values)) : null;
	}

	/**
	 * Makes sure that its files can be read and each variable is a column.
	 * @throws InvalidInputException if not
	 */
	Request checked() {
		CsvTable table = table();
		int variables = 0;
		for (String path : this.path.weights().keySet()) {
			variables += checkVariables("path", path, table, IN_PATH);
		}
		for (String header : this.headers.values()) {
			variables += checkVariables("headers", header, table, IN_HEADER);
		}
		if (this.body != null) {
			variables += checkVariables("body", this.body.content(), table, IN_BODY);
		}
		InvalidInputException.require(table == null || variables > 0, "values",
				"no request takes a value of " + this.values + "; write ${"
						+ ((table != null) ? table.columns().getFirst() : "") + "} into path, headers or body");
		return this;
	}

	/** Checks the variables of a text, and counts them. */
	private int checkVariables(String key, String text, @Nullable CsvTable table, Pattern form) {
		List<MatchResult> variables = VARIABLE.matcher(text).results().toList();
		for (MatchResult variable : variables) {
			String column = variable.group(1);
			if (table == null) {
				throw new InvalidInputException(key, "'" + variable.group()
						+ "' stands for a column, and there are none; name a CSV file: values: ids.csv");
			}
			InvalidInputException.require(table.columns().contains(column) && variable.group().endsWith("}"), key,
					"'" + variable.group() + "' is no column of " + this.values + "; accepted: "
							+ String.join(", ", table.columns().stream().map((name) -> "${" + name + "}").toList()));
			CsvTable.Row wrong = table.firstUnlike(column, form);
			if (wrong != null) {
				throw new InvalidInputException(key,
						"line %d of %s has '%s' for ${%s}, which cannot be sent there; %s".formatted(wrong.line(),
								this.values, table.value(wrong, column), column,
								(form == IN_PATH) ? "percent-encode it" : "use printable ASCII"));
			}
		}
		return variables.size();
	}

	private static void checkHeader(String name, @Nullable String value) {
		InvalidInputException.require(HEADER_NAME.matcher(name).matches(), "headers",
				"'" + name.replaceAll("\\s", " ") + "' cannot name a header; use letters, digits and hyphens");
		InvalidInputException.require(!OF_JMETER.contains(name.toLowerCase(Locale.ROOT)), "headers",
				"JMeter sends '" + name + "' itself, equally for all variants; leave it out");
		InvalidInputException.require(value != null && HEADER_VALUE.matcher(value).matches(), "headers",
				"the header " + name + " needs a value in printable ASCII");
	}

	/** The methods of HTTP that JMeter sends. */
	public enum Method {

		GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS;

		/** Whether a body is sent, and means something to servers. */
		boolean takesBody() {
			return this == POST || this == PUT || this == PATCH || this == DELETE;
		}

	}

}
