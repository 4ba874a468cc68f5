package lab.harness.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.model.Metric;
import org.jspecify.annotations.Nullable;

/**
 * The sentences of a language by the English ones. A resource has a line
 * {@code English => translation} for each; its head explains the holes.
 *
 * @param sentences the lines without holes
 * @param templates the lines with holes, in their order
 */
record Catalogue(Map<String, String> sentences, List<Template> templates) {

	private static final String NUMBER = "[<≥]? ?-?\\d[\\d,.]*(?: \\(-?[\\d.]+\\.\\.-?[\\d.]+\\))?(?: to -?\\d[\\d,.]*)?(?: %)?";

	/** Longer units come first, or their beginning would be taken for the whole. */
	private static final String FIGURE = NUMBER + "(?: (?:"
			+ Stream.of(Metric.values())
				.map(Metric::unit)
				.filter((unit) -> !unit.isEmpty())
				.distinct()
				.sorted((one, other) -> other.length() - one.length())
				.map(Pattern::quote)
				.collect(Collectors.joining("|"))
			+ "))?";

	private static final String PART = "(?:(?!; )(?!\\. ).)+?";

	private static final String WORDS = "(?:(?!\\. [A-Z]).)+?";

	/** The kinds of holes, and what fits into each. */
	private static final Map<Character, String> KINDS = Map.of('n', NUMBER, 'f', FIGURE, 'w', PART, 'l',
			PART + " " + FIGURE, 'x', PART, 't', WORDS, 'a', ".+", 's', ".+");

	private static final Pattern HOLE = Pattern.compile("\\{([nfwlxtas]\\d?)}|\\(s\\)");

	private static final Pattern SENTENCES = Pattern.compile("(?<=\\.) (?=\\S)");

	private static final Pattern PARTS = Pattern.compile("; ");

	private static final Pattern NAMES = Pattern.compile(", (?!mean|peak)| and ");

	private static final Pattern WITH_FIGURE = Pattern.compile("(.+?) (" + FIGURE + ")");

	private static final Pattern HAN_BESIDE_LATIN = Pattern
		.compile("(?<=[\\p{IsHan}])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9%])(?=[\\p{IsHan}])");

	private static final Pattern BLANK_IN_HAN = Pattern.compile("(?<=[\\p{IsHan}：，。；、）]) (?=[\\p{IsHan}（])");

	/**
	 * A sentence with holes.
	 *
	 * @param english what the code says
	 * @param holes the names of its holes, in the order of the English sentence
	 */
	record Template(Pattern english, List<String> holes, String translation) {

		static Template of(String english, String translation) {
			List<String> holes = new ArrayList<>();
			StringBuilder pattern = new StringBuilder();
			int end = 0;
			for (MatchResult hole : HOLE.matcher(english).results().toList()) {
				pattern.append(Pattern.quote(english.substring(end, hole.start())));
				if (hole.group(1) == null) {
					pattern.append("s?");
				}
				else {
					holes.add(hole.group(1));
					pattern.append('(').append(Objects.requireNonNull(KINDS.get(hole.group(1).charAt(0)))).append(')');
				}
				end = hole.end();
			}
			pattern.append(Pattern.quote(english.substring(end)));
			return new Template(Pattern.compile(pattern.toString(), Pattern.DOTALL), holes, translation);
		}

	}

	/**
	 * Reads a catalogue.
	 * @throws IllegalStateException if a line is no pair, or stands there twice
	 */
	static Catalogue read(String resource) {
		Map<String, String> sentences = new LinkedHashMap<>();
		List<Template> templates = new ArrayList<>();
		Map<String, String> lines = new LinkedHashMap<>();
		Report.read(resource).lines().filter((line) -> !line.isBlank() && !line.startsWith("#")).forEach((line) -> {
			String[] pair = line.split(" => ", -1);
			if (pair.length != 2 || lines.put(pair[0], pair[1]) != null) {
				throw new IllegalStateException(resource + " needs one line 'English => translation': " + line);
			}
		});
		lines.forEach((english, translation) -> {
			if (HOLE.matcher(english).find()) {
				templates.add(Template.of(english, translation));
			}
			else {
				sentences.put(english, translation);
			}
		});
		return new Catalogue(sentences, templates);
	}

	/** The translation; what is not in the catalogue stays English. */
	String of(String english) {
		String text = english.strip();
		if (text.isEmpty()) {
			return english;
		}
		String indent = english.substring(0, english.indexOf(text.charAt(0)));
		String found = whole(text);
		if (found == null) {
			found = joined(SENTENCES, text, "");
		}
		if (found == null) {
			found = joined(PARTS, text, "；");
		}
		return (found != null) ? indent + found : english;
	}

	/** The parts of a text, or null if it has only one or none is in the catalogue. */
	private @Nullable String joined(Pattern between, String text, String mark) {
		List<String> parts = between.splitAsStream(text).toList();
		if (parts.size() < 2) {
			return null;
		}
		List<String> translated = parts.stream().map(this::of).toList();
		return translated.equals(parts) ? null : String.join(mark, translated);
	}

	/** The translation of one sentence, or null. */
	private @Nullable String whole(String text) {
		String sentence = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
		String found = match(sentence);
		if (found == null && !sentence.isEmpty()) {
			// A sentence begins with a capital letter, and its catalogue may not.
			found = match(Character.toLowerCase(sentence.charAt(0)) + sentence.substring(1));
		}
		return (found == null) ? null : found + (sentence.equals(text) ? "" : "。");
	}

	private @Nullable String match(String sentence) {
		String exact = this.sentences.get(sentence);
		if (exact != null) {
			return exact;
		}
		for (Template template : this.templates) {
			Matcher matcher = template.english().matcher(sentence);
			if (matcher.matches()) {
				return tidy(filled(template, matcher));
			}
		}
		return null;
	}

	private String filled(Template template, Matcher matcher) {
		String text = template.translation();
		for (int hole = 0; hole < template.holes().size(); hole++) {
			String name = template.holes().get(hole);
			text = text.replace("{" + name + "}", filled(name.charAt(0), matcher.group(hole + 1)));
		}
		return text;
	}

	private String filled(char kind, String words) {
		return switch (kind) {
			case 'n' -> number(words);
			case 'f' -> figure(words);
			case 'w' -> list(words, this::of);
			case 'l' -> list(words, this::withFigure);
			case 'x', 's' -> of(words);
			default -> words;
		};
	}

	/** A number without the blank before a per cent sign. */
	static String number(String words) {
		return words.replace(" to ", " 到 ").replace(" %", "%");
	}

	private String figure(String words) {
		Matcher number = Pattern.compile(NUMBER).matcher(words);
		return !number.lookingAt() ? words : (number(number.group()) + " "
				+ this.sentences.getOrDefault(words.substring(number.end()).strip(), words.substring(number.end())))
			.strip();
	}

	private String withFigure(String words) {
		Matcher matcher = WITH_FIGURE.matcher(words);
		return matcher.matches() ? of(matcher.group(1)) + " " + figure(matcher.group(2)) : words;
	}

	private static String list(String words, Function<String, String> translation) {
		List<String> all = NAMES.splitAsStream(words).map(translation).toList();
		return (all.size() < 2) ? String.join("", all)
				: String.join("、", all.subList(0, all.size() - 1)) + "和" + all.getLast();
	}

	/** Blanks stand between Chinese and other letters, and nowhere else. */
	private static String tidy(String text) {
		return BLANK_IN_HAN.matcher(HAN_BESIDE_LATIN.matcher(text).replaceAll(" ")).replaceAll("");
	}

}
