package lab.harness.lesson;

import lab.harness.model.InvalidInputException;
import lab.harness.report.Language;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class WordsTests {

	@Test
	void inWhenYamlFoldedTheLinesShouldLeaveNoBlankAfterAChineseMark() {
		Words words = new Words("One. Two,\nthree\n", "用 200 个线程。 先算，再改：\n好\n");
		assertThat(words.in(Language.ZH)).isEqualTo("用 200 个线程。先算，再改：\n好");
		assertThat(words.in(Language.EN)).isEqualTo("One. Two,\nthree");
	}

	@Test
	void newWhenALanguageIsMissingShouldRefuseIt() {
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> new Words("One", " "))
			.withMessage("'zh' is required: a lesson has every text in both languages");
	}

}
