package lab.harness.docs;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A page in Chinese stands beside its English sister. It is written, not translated, but
 * both have the same commands and the same figures.
 */
class ChinesePagesTests {

	private static final String CHINESE = ".zh-CN.md";

	/** The pages that must have a sister in Chinese. */
	private static final List<String> PAGES = List.of("README.md", "docs/answers.md", "docs/tutorial.md",
			"docs/how-to/mirrors.md", "docs/how-to/own-service.md", "docs/how-to/slower-after-the-switch.md",
			"docs/reference/glossary.md", "jmeter/README.md", "workshop/README.md", "workshop/teacher.md",
			"workshop/1/lesson.md", "workshop/2/lesson.md", "workshop/3/lesson.md", "workshop/4/lesson.md",
			"workshop/5/lesson.md", "workshop/6/lesson.md");

	/** Words of other Chinese texts, and the terms of the glossary. */
	private static final Map<String, String> TERMS = Map.ofEntries(Map.entry("利特尔定律", "利特尔法则"),
			Map.entry("律特法则", "利特尔法则"), Map.entry("承载线程", "载体线程"), Map.entry("携带线程", "载体线程"), Map.entry("纤程", "虚拟线程"),
			Map.entry("操作系统线程", "平台线程"), Map.entry("事件环", "事件循环"), Map.entry("隔板", "舱壁"), Map.entry("断路器", "熔断器"),
			Map.entry("反压", "背压"), Map.entry("飞行中", "在途请求"), Map.entry("吞吐率", "吞吐量"), Map.entry("天花板", "上限"),
			Map.entry("封闭负载", "闭环负载"), Map.entry("开放负载", "开环负载"), Map.entry("协调遗漏", "协同遗漏"), Map.entry("热身", "预热"),
			Map.entry("优雅关闭", "优雅停机"), Map.entry("优雅关机", "优雅停机"), Map.entry("账目", "请求台账"), Map.entry("主要任务", "主实验"),
			Map.entry("测试脚本", "测试计划"), Map.entry("已发表", "原文数据"), Map.entry("您", "你"));

	private static final Pattern FENCE = Pattern.compile("(?ms)^ *```.*?^ *```$");

	private static final Pattern GENERATED = Pattern.compile("(?s)<!-- (\\w+): .*?<!-- end of \\1 -->");

	private static final Pattern LINK_TARGET = Pattern.compile("]\\([^)]*\\)");

	private static final Pattern LINK = Pattern.compile("]\\(([^):#\\s]+\\.md)[^)]*\\)");

	private static final Pattern FIGURE = Pattern
		.compile("\\[([^\\]]+)\\]\\([^)\\s]*(results/[a-z0-9-]+/result\\.json \"[^\"]+\")\\)");

	private static final Pattern NUMBER = Pattern.compile("\\d+(?:,\\d{3})*(?:\\.\\d+)?");

	private static final Pattern HAN = Pattern.compile("\\p{IsHan}");

	/** A comment of a shell, of YAML or of Java; no part of an address. */
	private static final String COMMENT = "(^| +)(#|//) ";

	@ParameterizedTest
	@FieldSource("PAGES")
	void pageShouldHaveASisterAndALinkToIt(String page) {
		assertThat(Page.ROOT.resolve(chinese(page))).isRegularFile();
		assertThat(Page.of(page).lines().get(2)).startsWith("[中文](%s)".formatted(fileName(chinese(page))));
		assertThat(Page.of(chinese(page)).lines().get(2)).startsWith("[English](%s)".formatted(fileName(page)));
	}

	@Test
	void pageInChineseShouldHaveAnEnglishSister() throws IOException {
		assertThat(chinesePages()).hasSizeGreaterThanOrEqualTo(PAGES.size()).allSatisfy((page) -> {
			String english = page.path().toString().replace(CHINESE, ".md");
			// The English comments are those of the plans themselves.
			assertThat(page.path().endsWith("jmeter/comments" + CHINESE) || Files.exists(Path.of(english)))
				.as("%s has no sister %s", page.path(), english)
				.isTrue();
		});
	}

	@ParameterizedTest
	@FieldSource("PAGES")
	void sisterShouldHaveTheSameCommandsAndCode(String page) {
		List<String> english = code(Page.of(page));
		List<String> chinese = code(Page.of(chinese(page)));
		assertThat(chinese).as("lines of code in %s", chinese(page)).hasSameSizeAs(english);
		for (int line = 0; line < english.size(); line++) {
			String words = chinese.get(line);
			if (HAN.matcher(words).find()) {
				assertThat(numbers(words)).as("%s, for '%s'", words, english.get(line))
					.isEqualTo(numbers(english.get(line)));
				String name = words.split("  +", 2)[0];
				assertThat(english.get(line)).startsWith(HAN.matcher(name).find() ? "" : name);
			}
			else {
				assertThat(words).isEqualTo(english.get(line));
			}
		}
	}

	@ParameterizedTest
	@FieldSource("PAGES")
	void sisterShouldHaveTheSameFiguresOfRecords(String page) {
		assertThat(figures(Page.of(chinese(page)))).containsExactlyInAnyOrderElementsOf(figures(Page.of(page)));
	}

	@ParameterizedTest
	@FieldSource("PAGES")
	void sisterShouldHaveTheSameNumbersInEachSectionAndRow(String page) {
		List<String> english = sections(Page.of(page));
		List<String> chinese = sections(Page.of(chinese(page)));
		assertThat(chinese).extracting(ChinesePagesTests::level)
			.as("levels of the headings of %s", chinese(page))
			.isEqualTo(english.stream().map(ChinesePagesTests::level).toList());
		for (int section = 0; section < english.size(); section++) {
			String heading = chinese.get(section).lines().findFirst().orElse("");
			assertThat(numbers(chinese.get(section))).as("numbers below '%s' in %s", heading, chinese(page))
				.isEqualTo(numbers(english.get(section)));
			assertThat(rows(chinese.get(section))).as("numbers of the rows below '%s' in %s", heading, chinese(page))
				.isEqualTo(rows(english.get(section)));
		}
	}

	@Test
	void pageInChineseShouldUseTheTermsOfTheGlossary() throws IOException {
		String glossary = Page.text(Page.ROOT.resolve("docs/reference/glossary" + CHINESE));
		assertThat(TERMS.values()).filteredOn((term) -> !term.equals("你"))
			.allSatisfy((term) -> assertThat(glossary).contains(term));
		for (Page page : chinesePages()) {
			String words = prose(page);
			TERMS.forEach((other, term) -> assertThat(words).as("%s says %s, must say %s", page.path(), other, term)
				.doesNotContain(other));
			assertThat(words).as("a blank before %% in %s", page.path()).doesNotContainPattern("\\d %");
		}
	}

	@Test
	void pageInChineseShouldLeadToPagesInChinese() throws IOException {
		for (Page page : chinesePages()) {
			LINK.matcher(prose(page).replaceFirst("(?m)^\\[English\\].*$", "")).results().forEach((link) -> {
				String target = Page.ROOT.relativize(page.path().resolveSibling(link.group(1)).normalize())
					.toString()
					.replace('\\', '/');
				assertThat(PAGES).as("the link %s of %s leads to English", link.group(1), page.path())
					.doesNotContain(target);
			});
		}
	}

	/** Beside Chinese punctuation a mark of emphasis often closes nothing. */
	@Test
	void pageInChineseShouldCloseItsEmphasis() throws IOException {
		for (Page page : chinesePages()) {
			List<String> left = new ArrayList<>();
			Parser.builder().build().parse(prose(page)).accept(new AbstractVisitor() {

				@Override
				public void visit(Text text) {
					if (text.getLiteral().contains("*")) {
						left.add(text.getLiteral());
					}
				}

			});
			assertThat(left).as("emphasis that is not closed in %s", page.path()).isEmpty();
		}
	}

	private static List<Page> chinesePages() throws IOException {
		return Page.all().stream().filter((page) -> page.path().toString().endsWith(CHINESE)).toList();
	}

	private static String chinese(String page) {
		return page.replaceFirst("\\.md$", CHINESE);
	}

	private static String fileName(String page) {
		return page.substring(page.lastIndexOf('/') + 1);
	}

	/** The lines between fences without their comments, which are translated. */
	private static List<String> code(Page page) {
		return page.blockLines()
			.stream()
			.map((line) -> line.split(COMMENT, 2)[0].strip())
			.filter((line) -> !line.isEmpty())
			.toList();
	}

	private static List<String> figures(Page page) {
		return FIGURE.matcher(prose(page))
			.results()
			.map((figure) -> figure.group(2) + " = " + numbers(figure.group(1)))
			.toList();
	}

	/** What stands below each heading. */
	private static List<String> sections(Page page) {
		return Stream.of(LINK_TARGET.matcher(prose(page)).replaceAll("]").split("(?m)^(?=#{1,6} )")).toList();
	}

	private static int level(String section) {
		return section.length() - section.replaceFirst("^#+", "").length();
	}

	/** The numbers of each row of a table. */
	private static List<List<BigDecimal>> rows(String section) {
		return section.lines()
			.filter((line) -> line.startsWith("|"))
			.map((line) -> NUMBER.matcher(line).results().map(ChinesePagesTests::number).sorted().toList())
			.toList();
	}

	/** The numbers of a text; a language may repeat one where another does not. */
	static Set<BigDecimal> numbers(String text) {
		Set<BigDecimal> numbers = new TreeSet<>();
		NUMBER.matcher(text).results().map(ChinesePagesTests::number).forEach(numbers::add);
		return numbers;
	}

	private static BigDecimal number(MatchResult match) {
		return new BigDecimal(match.group().replace(",", ""));
	}

	/** The page without code, and without what the harness wrote into it. */
	private static String prose(Page page) {
		return GENERATED.matcher(FENCE.matcher(String.join("\n", page.lines())).replaceAll("")).replaceAll("");
	}

}
