package lab.harness.lesson;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import lab.harness.model.Metric;
import lab.harness.report.Language;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class HomePageTests {

	@TempDir
	private Path root;

	private Classroom classroom;

	@BeforeEach
	void attendAllLessons() throws Exception {
		this.classroom = Classroom.in(this.root, 7)
			.measuring("tomcat-platform/50", Metric.THROUGHPUT, 98)
			.measuring("shop/200", Metric.THROUGHPUT, 299)
			.measuring("shop/200", Metric.OF_CEILING, 0.995);
		this.classroom.session(1).attend("50=100", 1);
		Path own = this.root.resolve("workshop/my/1/capacity.yml");
		Files.writeString(own, Files.readString(own).replace("max: 100", "max: 150"));
		this.classroom.exercise(1).check();
		this.classroom.advice(3).attend("rate=500,wait=500,threads=200,limit=450", "switch | <b>now</b>");
	}

	private String page(Language language) throws IOException {
		return Files.readString(
				new HomePage(LessonFile.all(this.classroom.workshop()), this.classroom.notebook(), language).write());
	}

	@Test
	void writeShouldHoldPredictionsFileSentencesDecisionAndMonday() throws IOException {
		assertThat(page(Language.EN)).contains("## 1. The law", "| 50 threads: throughput ", "| -2.0 % |",
				"- A pool is a limit.", "My file, solved: `workshop/my/1/capacity.yml`", "- Find the smallest limit.",
				"At most, in req/s: you 450, the law 400.", "## My decision\n\nswitch \\| &lt;b>now&lt;/b>\n",
				"advise --rate 500 --wait 500ms --threads 200\n", "init --jar target/orders.jar --path /orders/42\n",
				"## My files\n\n`workshop/my/1/capacity.yml`\n\n````````\n", "max: 150")
			.doesNotContain("Two runs");
	}

	@Test
	void writeShouldSpeakChinese() throws IOException {
		assertThat(page(Language.ZH)).contains("## 1. 法则", "线程池就是上限。", "## 我的决定", "## 星期一")
			.doesNotContain("My ", "Why");
	}

	@Test
	void overviewShouldSayWhatIsPredictedMeasuredAndSolved() throws IOException {
		String text = new Overview(LessonFile.all(this.classroom.workshop()), this.classroom.notebook(), Language.EN)
			.text();
		assertThat(text.lines()).anyMatch((line) -> line.matches("1\\. The law +5 +1/3 +ok +solved"))
			.anyMatch((line) -> line.matches("2\\. Two runs +5 +- +- +-"))
			.anyMatch((line) -> line.matches("3\\. Decide +5 +450 +- +switch \\| <b>now</b>"));
		assertThat(text).endsWith("lesson 2\n");
	}

}
