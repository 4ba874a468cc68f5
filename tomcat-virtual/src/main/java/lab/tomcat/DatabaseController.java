package lab.tomcat;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import lab.common.api.Answers.DatabaseAnswer;
import lab.common.api.JsonController;
import lab.common.api.ThreadKind;
import lab.common.database.Database;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/**
 * Queries the database. The thread of the request waits for a connection of the pool,
 * then for the query.
 */
@JsonController
class DatabaseController {

	private final String name;

	private final ObjectProvider<Database> database;

	DatabaseController(@Value("${spring.application.name}") String name, ObjectProvider<Database> database) {
		this.name = name;
		this.database = database;
	}

	@GetMapping("/database/{millis}")
	DatabaseAnswer query(@PathVariable @Min(0) @Max(60_000) int millis) {
		this.database.getObject().query(millis);
		return new DatabaseAnswer(this.name, ThreadKind.current(), millis);
	}

	/** Holds one connection while it waits for a second one, which makes the query. */
	@GetMapping("/database/nested/{millis}")
	DatabaseAnswer nestedQuery(@PathVariable @Min(0) @Max(60_000) int millis) {
		this.database.getObject().nestedQuery(millis);
		return new DatabaseAnswer(this.name, ThreadKind.current(), millis);
	}

}
