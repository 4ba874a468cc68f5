package lab.tomcat;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import lab.common.ThreadKind;
import lab.common.api.DatabaseAnswer;
import lab.common.database.Database;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * JDBC blocks, and so does the thread of the request: for a connection of the pool, then
 * for the query. Lazy, so that the pool starts with the first request.
 */
@RestController
@Lazy
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class DatabaseController {

	private static final int LONGEST_QUERY = 60_000;

	private final String name;

	private final Database database;

	DatabaseController(@Value("${spring.application.name}") String name, Database database) {
		this.name = name;
		this.database = database;
	}

	@GetMapping("/database/{millis}")
	DatabaseAnswer query(@PathVariable @Min(0) @Max(LONGEST_QUERY) int millis) {
		this.database.query(millis);
		return new DatabaseAnswer(this.name, ThreadKind.current(), millis);
	}

}
