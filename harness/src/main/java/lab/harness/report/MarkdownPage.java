package lab.harness.report;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.jspecify.annotations.Nullable;

/**
 * A page of the project as a page of its site.
 *
 * @param root the checkout
 * @param path the Markdown, relative to the checkout
 * @param files the files of the checkout to which it links, relative to it
 */
public record MarkdownPage(Path root, Path path, Set<Path> files) {

	private static final List<org.commonmark.Extension> EXTENSIONS = List.of(TablesExtension.create(),
			HeadingAnchorExtension.create());

	private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();

	private static final HtmlRenderer RENDERER = HtmlRenderer.builder().extensions(EXTENSIONS).build();

	public MarkdownPage(Path root, Path path) {
		this(root, path, new TreeSet<>());
	}

	/** The path of a page on the site. */
	public static Path html(Path markdown) {
		String name = String.valueOf(markdown.getFileName());
		boolean isRecord = name.equals(Report.MARKDOWN) && markdown.startsWith(Path.of("docs", "results"));
		return isRecord ? markdown.resolveSibling(Report.HTML) : markdown.equals(Path.of("README.md"))
				? Path.of("index.html") : markdown.resolveSibling(name.replaceFirst("\\.md$", ".html"));
	}

	/** The page as HTML, and {@link #files} filled. */
	public String html(String text) {
		Node document = PARSER.parse(text);
		document.accept(new AbstractVisitor() {

			@Override
			public void visit(Link link) {
				visitChildren(link);
				String target = target(link.getDestination());
				if (target != null) {
					link.setDestination(target);
					return;
				}
				// A folder, or something outside of the checkout, is no page.
				while (link.getFirstChild() != null) {
					link.insertBefore(link.getFirstChild());
				}
				link.unlink();
			}

			@Override
			public void visit(Image image) {
				visitChildren(image);
				target(image.getDestination());
			}

		});
		Content content = new Content(title(document), "../".repeat(this.path.getNameCount() - 1),
				Report.read("page.css"), RENDERER.render(document));
		return Report.rendered("site.jte", content);
	}

	/**
	 * The input of the template.
	 *
	 * @param up the way to the first page
	 * @param body the page as HTML
	 */
	record Content(String title, String up, String css, String body) {
	}

	/** The link on the site, or null if it leads to nothing there. */
	private @Nullable String target(String link) {
		if (link.startsWith("#") || link.contains(":")) {
			return link;
		}
		String[] parts = link.split("#", 2);
		String anchor = (parts.length == 2) ? "#" + parts[1] : "";
		Path file = this.path.resolveSibling(parts[0]).normalize();
		if (file.startsWith("..")) {
			return null;
		}
		if (Files.isDirectory(this.root.resolve(file))) {
			file = file.resolve("README.md");
		}
		if (!Files.isRegularFile(this.root.resolve(file))) {
			return null;
		}
		if (file.toString().endsWith(".md")) {
			return relative(html(file)) + anchor;
		}
		this.files.add(file);
		return relative(file);
	}

	private String relative(Path file) {
		Path folder = this.path.getParent();
		return ((folder != null) ? folder.relativize(file) : file).toString().replace('\\', '/');
	}

	private static String title(Node document) {
		StringBuilder title = new StringBuilder();
		document.accept(new AbstractVisitor() {

			@Override
			public void visit(Heading heading) {
				if (heading.getLevel() == 1 && title.isEmpty()) {
					visitChildren(heading);
				}
			}

			@Override
			public void visit(Text text) {
				if (text.getParent() instanceof Heading) {
					title.append(text.getLiteral());
				}
			}

		});
		return title.toString();
	}

}
