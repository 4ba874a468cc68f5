package lab.harness.experiment;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * A mapping of a YAML file that knows on which line each of its keys stands, so that
 * whatever is wrong is said with file and line.
 */
final class YamlMap {

	private final String file;

	private final String name;

	private final int line;

	private final Map<String, Node> entries = new LinkedHashMap<>();

	YamlMap(String file, String name, Node node, Collection<String> accepted) {
		this.file = file;
		this.name = name;
		this.line = line(node);
		if (!(node instanceof MappingNode mapping)) {
			throw error(node, "'" + name + "' must hold keys and values");
		}
		for (NodeTuple tuple : mapping.getValue()) {
			String key = (tuple.getKeyNode() instanceof ScalarNode scalar) ? scalar.getValue() : "?";
			if (!accepted.isEmpty() && !accepted.contains(key)) {
				throw error(tuple.getKeyNode(),
						"unknown key '" + key + "' in " + name + "; accepted: " + join(accepted));
			}
			if (this.entries.put(key, tuple.getValueNode()) != null) {
				throw error(tuple.getKeyNode(), "key '" + key + "' stands twice in " + name);
			}
		}
	}

	boolean has(String key) {
		return this.entries.containsKey(key);
	}

	Collection<String> keys() {
		return this.entries.keySet();
	}

	YamlMap map(String key, Collection<String> accepted) {
		return new YamlMap(this.file, key, required(key), accepted);
	}

	boolean isMap(String key) {
		return this.entries.get(key) instanceof MappingNode;
	}

	/** A list of mappings, or one mapping that stands for a list of one. */
	List<YamlMap> maps(String key, Collection<String> accepted) {
		Node node = required(key);
		return ((node instanceof SequenceNode sequence) ? sequence.getValue() : List.of(node)).stream()
			.map((item) -> new YamlMap(this.file, key, item, accepted))
			.toList();
	}

	String text(String key) {
		return scalar(key, required(key));
	}

	@Nullable String textOrNull(String key) {
		return has(key) ? text(key) : null;
	}

	/**
	 * Reads a value with a parser whose complaints get file, line and key.
	 */
	<T> T value(String key, Function<String, T> parser) {
		return parse(key, required(key), parser);
	}

	<T> T value(String key, Function<String, T> parser, T otherwise) {
		return has(key) ? value(key, parser) : otherwise;
	}

	/** A list, or one value that stands for a list of one. */
	<T> List<T> list(String key, Function<String, T> parser) {
		Node node = required(key);
		List<T> values = new ArrayList<>();
		for (Node item : (node instanceof SequenceNode sequence) ? sequence.getValue() : List.of(node)) {
			values.add(parse(key, item, parser));
		}
		if (values.isEmpty()) {
			throw error(node, "'" + key + "' is an empty list");
		}
		return values;
	}

	InvalidInputException error(String key, String message) {
		return error(this.entries.get(key), message);
	}

	private <T> T parse(String key, Node node, Function<String, T> parser) {
		try {
			return parser.apply(scalar(key, node));
		}
		catch (InvalidInputException ex) {
			throw error(node, key + ": " + ex.getMessage());
		}
	}

	private String scalar(String key, Node node) {
		if (node instanceof ScalarNode scalar && !scalar.getValue().isBlank()) {
			return scalar.getValue();
		}
		throw error(node, "'" + key + "' must have one value");
	}

	private Node required(String key) {
		Node node = this.entries.get(key);
		if (node == null) {
			throw error((Node) null, "'" + key + "' is missing in " + this.name);
		}
		return node;
	}

	private InvalidInputException error(@Nullable Node node, String message) {
		return new InvalidInputException(this.file + ":" + ((node != null) ? line(node) : this.line) + ": " + message);
	}

	private static int line(Node node) {
		return node.getStartMark().getLine() + 1;
	}

	static String join(Collection<?> words) {
		return words.stream().map(String::valueOf).collect(Collectors.joining(", "));
	}

}
