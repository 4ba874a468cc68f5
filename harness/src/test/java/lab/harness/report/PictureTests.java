package lab.harness.report;

import java.io.StringReader;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;

import lab.harness.analysis.RecordedEvidence;
import lab.harness.analysis.Findings;
import lab.harness.model.Metric;
import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;
import org.assertj.core.data.Offset;
import org.assertj.core.util.DoubleComparator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.xml.sax.InputSource;

import static org.assertj.core.api.Assertions.assertThat;

class PictureTests {

	@Test
	void pictureWhenVariantsHaveOnePointShouldHaveADotForEachRunOnOneAxis() {
		Findings comparison = ReportFixtures.comparison();
		Scale scale = Scale.of(Stream.of(Metric.THROUGHPUT, Metric.CEILING)
			.flatMap((metric) -> values(comparison, metric))
			.mapToDouble(Double::doubleValue)
			.summaryStatistics(), 12, 388);
		List<Double> expected = values(comparison, Metric.THROUGHPUT).map(scale::at).sorted().toList();
		String svg = svg(comparison);
		List<String> dots = find(svg, "<circle [^>]*cx=\"([\\d.]+)\"");
		assertThat(dots).as("four of the throughput, and four of the memory").hasSize(8);
		assertThat(dots.stream().limit(4).map(Double::valueOf).sorted().toList())
			.usingComparatorForType(new DoubleComparator(0.1), Double.class)
			.containsExactlyElementsOf(expected);
		assertThat(svg).contains("throughput, req/s", "./bench run comparison", "JDK 25", "dashed: the law",
				"prefers-color-scheme: dark");
	}

	private static Stream<Double> values(Findings findings, Metric metric) {
		return findings.outcomes().stream().flatMap((run) -> Stream.ofNullable(run.value(metric)));
	}

	@Test
	void pictureWhenVariantsHaveSeveralPointsShouldHaveLinesAndTheLaw() {
		String svg = svg(RecordedEvidence.findings("users"));
		assertThat(find(svg, "<path class=\"(v\\d)( w1)?\" d=\"M[^\"]*L[^\"]*L")).contains("v1", "v2");
		assertThat(svg).contains("<path class=\"k\"", ">users, logarithmic<", ">250<");
	}

	@Test
	void pictureUnderFaultsShouldShowWhatWasAnsweredInTime() {
		assertThat(svg(RecordedEvidence.findings("outage"))).contains(">answered within 10 s, %<", ">/sleep/1 kept, %<")
			.doesNotContain("dashed: the law");
	}

	@Test
	void pictureWhenACheckWithholdsAFigureShouldHaveAHollowDot() {
		Findings comparison = ReportFixtures.comparison();
		assertThat(svg(comparison)).doesNotContain("hollow");
		Check errors = Check.within(CheckKind.NO_ERRORS, 0.5, 0, 0);
		assertThat(svg(ReportFixtures.failing(errors))).contains("hollow: withheld by a check", "class=\"v3 o\"");
	}

	@ParameterizedTest
	@MethodSource("fixtures")
	void pictureShouldBeXmlOfLessThanTenKilobytes(String name) throws Exception {
		String svg = Report.picture(Objects.requireNonNull(ReportFixtures.all().get(name)));
		if (svg != null) {
			assertThat(svg.length()).isLessThan(10_000);
			DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
		}
	}

	static List<String> fixtures() {
		return List.copyOf(ReportFixtures.all().keySet());
	}

	@Test
	void scaleShouldBeginAtZeroAndEndAtARoundFigure() {
		Scale scale = Scale.of(of(399, 996), 0, 500);
		assertThat(scale.ticks()).containsExactly(0.0, 200.0, 400.0, 600.0, 800.0, 1000.0);
		assertThat(scale.at(500)).isEqualTo(250);
	}

	@Test
	void scaleWhenValuesDifferByMuchShouldBeLogarithmic() {
		Scale scale = Scale.of(of(19.9, 1956), 0, 300);
		assertThat(scale.ticks()).hasSize(4).first().isEqualTo(10.0);
		assertThat(scale.at(100)).isCloseTo(100, Offset.offset(1e-9));
	}

	@Test
	void scaleWhenAllIsZeroShouldHaveTicks() {
		assertThat(Scale.of(of(0, 0), 0, 100).ticks()).startsWith(0.0).endsWith(1.0);
	}

	@Test
	void scaleWhenAValueIsNegativeShouldBeginBelowZero() {
		Scale scale = Scale.of(of(-3, 17), 0, 100);
		assertThat(scale.ticks()).containsExactly(-5.0, 0.0, 5.0, 10.0, 15.0, 20.0);
		assertThat(scale.at(0)).isEqualTo(20);
	}

	private static DoubleSummaryStatistics of(double... values) {
		return DoubleStream.of(values).summaryStatistics();
	}

	private static String svg(Findings findings) {
		return Objects.requireNonNull(Report.picture(findings));
	}

	private static List<String> find(String svg, String pattern) {
		return Pattern.compile(pattern).matcher(svg).results().map((found) -> found.group(1)).toList();
	}

}
