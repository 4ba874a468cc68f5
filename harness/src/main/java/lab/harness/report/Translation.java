package lab.harness.report;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import lab.harness.report.Document.Badge;
import lab.harness.report.Document.Section;
import lab.harness.report.Table.Cell;
import lab.harness.report.Table.Column;

/**
 * A document in another language. Words are replaced, figures keep their digits; Chinese
 * has no blank before a per cent sign.
 */
record Translation(Language language) {

	/** The first cells of these columns are names that stay as they are. */
	private static final Set<String> NAMES = Set.of("variant", "run", "effect", "");

	private static final Pattern LABEL = Pattern.compile("(<text[^>]*>)([^<]*)(?=</text>)");

	Document of(Document document) {
		return new Document(document.name(), this.language.of(document.question()),
				all(document.badges(), (badge) -> new Badge(this.language.of(badge.words()), badge.ok())),
				all(document.verdict(), this.language::of), document.headline(),
				all(document.sections(), (section) -> new Section(this.language.of(section.title()), section.terminal(),
						all(section.blocks(), this::of))));
	}

	private Block of(Block block) {
		return switch (block) {
			case Table table -> of(table);
			case Block.Paragraph paragraph -> new Block.Paragraph(this.language.of(paragraph.text()));
			case Block.Items items ->
				new Block.Items(this.language.of(items.title()), all(items.items(), this::afterItsName));
			case Block.Code code -> new Block.Code(this.language.of(code.title()), code.lines());
			case Block.Chart chart ->
				new Block.Chart(chart.id(), this.language.of(chart.title()), this.language.of(chart.note()),
						all(chart.keys(), (key) -> new Block.Key(key.sign(), this.language.of(key.words()))));
			case Block.Picture picture -> of(picture);
			case Block.Folded folded ->
				new Block.Folded(this.language.of(folded.summary()), all(folded.blocks(), this::of));
		};
	}

	Block.Picture of(Block.Picture picture) {
		return new Block.Picture(this.language.of(picture.words()),
				LABEL.matcher(picture.svg())
					.replaceAll((label) -> Matcher.quoteReplacement(label.group(1) + words(label.group(2)))),
				picture.onPage());
	}

	/** The words of a label, whose parts stand beside each other. */
	private String words(String label) {
		return Stream.of(label.split(" · ")).map((part) -> {
			String words = this.language.of(part);
			return !words.equals(part) ? words
					: Stream.of(part.split(", ")).map(this.language::of).collect(Collectors.joining(", "));
		}).collect(Collectors.joining(" · "));
	}

	/** The explanation of a check, whose name stays English. */
	private String afterItsName(String item) {
		String[] parts = item.split(": ", 2);
		return (parts.length == 2) ? parts[0] + ": " + this.language.of(parts[1]) : this.language.of(item);
	}

	Table of(Table table) {
		List<Column> columns = all(table.columns(), (column) -> new Column(this.language.of(column.name()),
				this.language.of(column.unit()), column.figures()));
		boolean named = !table.columns().isEmpty() && NAMES.contains(table.columns().getFirst().name());
		return new Table(this.language.of(table.caption()), columns,
				all(table.rows(),
						(row) -> IntStream.range(0, row.size())
							.mapToObj((cell) -> (named && cell == 0) ? row.get(cell) : of(row.get(cell)))
							.toList()));
	}

	private Cell of(Cell cell) {
		return new Cell((cell.value() != null) ? Catalogue.number(cell.text()) : this.language.of(cell.text()),
				cell.style(), cell.value());
	}

	private static <T> List<T> all(List<T> all, Function<T, T> translation) {
		return all.stream().map(translation).toList();
	}

}
