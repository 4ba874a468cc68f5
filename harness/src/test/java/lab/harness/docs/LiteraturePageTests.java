package lab.harness.docs;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import lab.harness.model.experiment.ExperimentFile;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code docs/reference/literature.md} and the experiments name each other.
 */
class LiteraturePageTests {

	private static final Page PAGE = Page.of("docs/reference/literature.md");

	@Test
	void pageShouldNameTheExperimentsThatNameItsIds() {
		Map<String, Set<String>> named = new HashMap<>();
		for (String name : ExperimentFile.names(Page.ROOT.resolve("experiments"))) {
			ExperimentFile.read(Page.ROOT.resolve("experiments/" + name + ".yml"))
				.about()
				.source()
				.forEach((id) -> named.computeIfAbsent(id, (key) -> new TreeSet<>()).add(name));
		}
		Map<String, Set<String>> listed = new HashMap<>();
		PAGE.rows("# The literature")
			.forEach((id, row) -> listed.put(id, new TreeSet<>(Page.codes(Page.cells(row).get(2)))));
		listed
			.forEach((id, experiments) -> assertThat(experiments.isEmpty()).as("%s has no experiment, and says so", id)
				.isEqualTo(PAGE.rows("# The literature").getOrDefault(id, "").contains("| none yet |")));
		listed.values().removeIf(Set::isEmpty);
		assertThat(listed).isEqualTo(named);
	}

}
