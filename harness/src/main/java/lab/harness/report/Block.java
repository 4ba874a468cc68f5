package lab.harness.report;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/**
 * A part of a report, the same in every form. Texts are cleaned here, since some come
 * from outside, such as the labels of a JTL.
 */
sealed interface Block
		permits Table, Block.Paragraph, Block.Items, Block.Code, Block.Chart, Block.Picture, Block.Folded {

	record Paragraph(String text) implements Block {

		public Paragraph {
			text = Text.clean(text);
		}

	}

	record Items(String title, List<String> items) implements Block {

		public Items {
			title = Text.clean(title);
			items = items.stream().map(Text::clean).toList();
		}

	}

	record Code(String title, List<String> lines) implements Block {

		public Code {
			title = Text.clean(title);
			lines = lines.stream().map(Text::clean).toList();
		}

	}

	/**
	 * The place of a chart; only the page draws it.
	 *
	 * @param id the name of the chart in the page's scripts
	 * @param title its heading, or empty
	 * @param note how to read it, or empty
	 * @param keys its legend
	 */
	record Chart(String id, String title, String note, List<Key> keys) implements Block {
	}

	/**
	 * The picture of a result. The terminal has none.
	 *
	 * @param words what it shows, for those who do not see it
	 * @param svg its file
	 * @param onPage whether the page has no chart instead
	 */
	record Picture(String words, String svg, boolean onPage) implements Block {

		/** The name of its file, beside that of the Markdown. */
		static final String FILE = "picture.svg";

		/** The picture as the address of an image, which needs no file. */
		public String address() {
			return "data:image/svg+xml;base64,"
					+ Base64.getEncoder().encodeToString(this.svg.getBytes(StandardCharsets.UTF_8));
		}

	}

	/** An entry of a legend, with the class of its sign in the style sheet. */
	record Key(String sign, String words) {
	}

	/**
	 * Details that a reader of the page opens; no other form shows them.
	 *
	 * @param summary the line that is always visible
	 * @param blocks the details
	 */
	record Folded(String summary, List<Block> blocks) implements Block {
	}

}
