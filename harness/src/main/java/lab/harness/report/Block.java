package lab.harness.report;

import java.util.List;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A part of a report, the same in every form. What comes from outside, such as the label
 * of a JTL, loses its control characters here, so that no form can be steered by it.
 */
sealed interface Block permits Table, Dots, Block.Paragraph, Block.Items, Block.Code, Block.Chart, Block.Folded {

	/** Line breaks become spaces; all others, those of bidirectional text too, a mark. */
	Pattern CONTROL = Pattern.compile("[\\p{Cc}\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]");

	/** A text on one line, without control characters. */
	static String clean(String text) {
		return CONTROL.matcher(text.replaceAll("\\R|\\t", " ")).replaceAll("\ufffd");
	}

	/**
	 * Sentences.
	 *
	 * @param text the sentences
	 */
	record Paragraph(String text) implements Block {

		public Paragraph {
			text = clean(text);
		}

	}

	/**
	 * A list.
	 *
	 * @param title what it lists, empty for none
	 * @param items its items
	 */
	record Items(String title, List<String> items) implements Block {

		public Items {
			title = clean(title);
			items = items.stream().map(Block::clean).toList();
		}

	}

	/**
	 * Lines that are shown as they are.
	 *
	 * @param title what they are, empty for none
	 * @param lines the lines
	 */
	record Code(String title, List<String> lines) implements Block {

		public Code {
			title = clean(title);
			lines = lines.stream().map(Block::clean).toList();
		}

	}

	/**
	 * The place of a chart; only a page draws it.
	 *
	 * @param id what the script draws there
	 * @param title its heading, empty for none
	 * @param note how to read it
	 * @param keys signs and what each stands for, such as {@code dashed} and
	 * {@code ceiling}
	 */
	record Chart(String id, String title, String note, List<Key> keys) implements Block {
	}

	/**
	 * What a sign in a chart stands for.
	 *
	 * @param sign its class in the style sheet
	 * @param words what it stands for
	 */
	record Key(String sign, String words) {
	}

	/**
	 * What a reader opens who wants to know more; the terminal leaves it out.
	 *
	 * @param summary what it holds
	 * @param ok whether what it holds passed, or null where nothing is judged
	 * @param blocks what it holds
	 */
	record Folded(String summary, @Nullable Boolean ok, List<Block> blocks) implements Block {

		public Folded {
			summary = clean(summary);
		}

	}

}
