package lab.harness;

import java.util.List;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;

/**
 * How a run flows, one way: each package knows only those before it.
 */
@AnalyzeClasses(packages = "lab.harness", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

	private static final List<String> FLOW = List.of("experiment", "schedule", "target", "load", "probe", "analysis",
			"report", "command");

	@ArchTest
	void dependencyWhenAgainstTheFlowShouldBeRefused(JavaClasses classes) {
		for (int i = 0; i < FLOW.size() - 1; i++) {
			String[] later = FLOW.subList(i + 1, FLOW.size())
				.stream()
				.map((name) -> "lab.harness." + name + "..")
				.toArray(String[]::new);
			ArchRuleDefinition.noClasses()
				.that()
				.resideInAPackage("lab.harness." + FLOW.get(i) + "..")
				.should()
				.dependOnClassesThat()
				.resideInAnyPackage(later)
				.check(classes);
		}
	}

	@ArchTest
	static final ArchRule HARNESS_SHOULD_NOT_KNOW_SPRING = ArchRuleDefinition.noClasses()
		.should()
		.dependOnClassesThat()
		.resideInAPackage("org.springframework..");

	@ArchTest
	static final ArchRule ANALYSIS_SHOULD_START_NO_PROCESS = ArchRuleDefinition.noClasses()
		.that()
		.resideInAnyPackage("lab.harness.analysis..", "lab.harness.report..")
		.should()
		.dependOnClassesThat()
		.haveFullyQualifiedName("java.lang.ProcessBuilder");

}
