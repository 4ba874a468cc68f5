package lab.harness;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * Evidence in, outcome out: what each package of the harness may know.
 */
@AnalyzeClasses(packages = "lab.harness", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

	@ArchTest
	static final ArchRule EACH_PACKAGE_SHOULD_KNOW_ONLY_WHAT_IT_NEEDS = layeredArchitecture()
		.consideringOnlyDependenciesInAnyPackage("lab.harness..")
		.layer("model")
		.definedBy("lab.harness.model..")
		.layer("run")
		.definedBy("lab.harness.run..")
		.layer("analysis")
		.definedBy("lab.harness.analysis")
		.layer("report")
		.definedBy("lab.harness.report")
		.layer("advise")
		.definedBy("lab.harness.advise")
		.layer("lesson")
		.definedBy("lab.harness.lesson")
		.layer("live")
		.definedBy("lab.harness.live")
		.layer("command")
		.definedBy("lab.harness.command")
		.whereLayer("model")
		.mayNotAccessAnyLayer()
		.whereLayer("run")
		.mayOnlyAccessLayers("model")
		.whereLayer("analysis")
		.mayOnlyAccessLayers("model")
		.whereLayer("report")
		.mayOnlyAccessLayers("model", "analysis")
		.whereLayer("advise")
		.mayOnlyAccessLayers("model", "analysis", "report")
		.whereLayer("lesson")
		.mayOnlyAccessLayers("model", "analysis", "report", "advise")
		.whereLayer("live")
		.mayOnlyBeAccessedByLayers("command")
		.whereLayer("command")
		.mayNotBeAccessedByAnyLayer();

	@ArchTest
	static final ArchRule PACKAGES_SHOULD_HAVE_NO_CYCLES = slices().matching("lab.harness.(**)")
		.should()
		.beFreeOfCycles();

	@ArchTest
	static final ArchRule NOTHING_SHOULD_USE_SPRING = noClasses().should()
		.dependOnClassesThat()
		.resideInAPackage("org.springframework..");

	/** So that a report can be rebuilt without running anything. */
	@ArchTest
	static final ArchRule ANALYSIS_AND_REPORT_SHOULD_START_NO_PROCESS = noClasses().that()
		.resideInAnyPackage("lab.harness.analysis", "lab.harness.report", "lab.harness.advise", "lab.harness.lesson")
		.should()
		.dependOnClassesThat()
		.haveNameMatching("java\\.lang\\.(Process.*|Runtime)");

}
