package lab.harness.report;

import java.util.Collection;

import lab.harness.analysis.Findings;
import lab.harness.model.DataFile;
import lab.harness.model.result.Result;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code result.json} against its JSON Schema.
 */
class ResultSchemaTests {

	private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
		.getSchema(requireNonNull(Result.class.getResourceAsStream("/result.schema.json")), InputFormat.JSON);

	@ParameterizedTest
	@MethodSource
	void resultShouldKeepToItsSchema(Findings findings) {
		String json = DataFile.line(Report.result(findings));
		assertThat(SCHEMA.validate(json, InputFormat.JSON)).isEmpty();
		assertThat(DataFile.line(DataFile.mapper().readValue(json, Result.class))).as("it can be read again")
			.isEqualTo(json);
	}

	static Collection<Findings> resultShouldKeepToItsSchema() {
		return ReportFixtures.all().values();
	}

	@Test
	void resultWhenItHasAnUnknownFieldShouldNotKeepToItsSchema() {
		ObjectNode result = DataFile.mapper().valueToTree(Report.result(ReportFixtures.queues()));
		assertThat(SCHEMA.validate(result.put("throughput", 1).toString(), InputFormat.JSON)).isNotEmpty();
		assertThat(SCHEMA.validate("{ \"schemaVersion\": 1 }", InputFormat.JSON)).isNotEmpty();
	}

}
