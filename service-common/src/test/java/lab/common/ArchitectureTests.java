package lab.common;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * Tests of the dependencies between the packages.
 */
@AnalyzeClasses(packages = "lab.common", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

	@ArchTest
	static final ArchRule PACKAGES_SHOULD_HAVE_NO_CYCLES = slices().matching("lab.(**)").should().beFreeOfCycles();

	@ArchTest
	static final ArchRule TOMCAT_SHOULD_BE_IN_ITS_PACKAGE = onlyIn("lab.common.tomcat", "org.apache.catalina..",
			"org.apache.coyote..", "org.springframework.boot.tomcat..");

	@ArchTest
	static final ArchRule JETTY_SHOULD_BE_IN_ITS_PACKAGE = onlyIn("lab.common.jetty", "org.eclipse.jetty.server..",
			"org.springframework.boot.jetty..");

	@ArchTest
	static final ArchRule NETTY_SHOULD_BE_IN_ITS_PACKAGE = onlyIn("lab.common.netty", "reactor.netty.http.server..",
			"org.springframework.boot.reactor.netty..");

	@ArchTest
	static final ArchRule BLOCKING_CLIENTS_SHOULD_BE_IN_THEIR_PACKAGE = onlyIn("lab.common.client.imperative",
			"org.apache.hc..", "org.eclipse.jetty.client..", "org.springframework.web.client..");

	@ArchTest
	static final ArchRule REACTIVE_CLIENT_SHOULD_BE_IN_ITS_PACKAGE = onlyIn("lab.common.client.reactive",
			"reactor.netty.http.client..", "org.springframework.web.reactive.function.client..");

	private static ArchRule onlyIn(String owner, String... libraries) {
		return noClasses().that()
			.resideOutsideOfPackage(owner)
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage(libraries);
	}

}
