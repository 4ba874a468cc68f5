package lab.programs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The arguments of a program: {@code --name=value} or {@code --name}.
 *
 * @param values values by name; empty for a name without a value
 */
public record Options(Map<String, String> values) {

	/**
	 * Reads the arguments. Every program accepts {@code --json}, {@code --quick} and
	 * {@code --variant}.
	 * @param own further names that this program accepts
	 * @throws IllegalArgumentException if an argument is not accepted
	 */
	public static Options of(String[] arguments, String... own) {
		List<String> accepted = new ArrayList<>(List.of("json", "quick", "variant"));
		accepted.addAll(List.of(own));
		Map<String, String> values = new HashMap<>();
		for (String argument : arguments) {
			String[] parts = argument.replaceFirst("^--", "").split("=", 2);
			if (!argument.startsWith("--") || !accepted.contains(parts[0])) {
				throw new IllegalArgumentException(
						"unknown argument '" + argument + "'; accepted: --" + String.join(", --", accepted));
			}
			values.put(parts[0], (parts.length > 1) ? parts[1] : "");
		}
		return new Options(values);
	}

	public boolean has(String name) {
		return this.values.containsKey(name);
	}

	/** Returns the whole number that an argument gives, or the default. */
	public int number(String name, int defaultValue) {
		return Integer.parseInt(this.values.getOrDefault(name, String.valueOf(defaultValue)));
	}

	/**
	 * Returns the constant that an argument names, or all constants if the argument is
	 * absent.
	 * @throws IllegalArgumentException if no constant has that name
	 */
	public <E extends Enum<E>> List<E> choose(String name, Class<E> type) {
		List<E> all = List.of(type.getEnumConstants());
		String value = this.values.get(name);
		List<E> chosen = all.stream().filter((one) -> value == null || word(one).equals(value)).toList();
		if (chosen.isEmpty()) {
			throw new IllegalArgumentException(
					"unknown --" + name + "=" + value + "; accepted: " + all.stream().map(Options::word).toList());
		}
		return chosen;
	}

	/** Returns the word for a constant, such as {@code time-slices}. */
	public static String word(Enum<?> constant) {
		return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	/** Returns where the results go: to stdout, as JSON if {@code --json} is set. */
	public Output output() {
		return new Output(System.out, has("json"));
	}

}
