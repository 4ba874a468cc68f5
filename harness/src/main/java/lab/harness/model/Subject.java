package lab.harness.model;

import java.util.List;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;

/**
 * The thing that a run measures: a service under load, a program of its own, or a load
 * that was recorded elsewhere.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({ @JsonSubTypes.Type(value = Service.class, name = "service"),
		@JsonSubTypes.Type(value = Program.class, name = "program") })
public sealed interface Subject permits Service, Program, RecordedLoad {

	/** The flag by which a JVM leaves its optimising compiler out, as in a quick run. */
	String QUICK_COMPILER = "-XX:TieredStopAtLevel=1";

	/** Flags of its JVM, added after the shipped ones, so that they win. */
	List<String> jvm();

	/**
	 * Major version of the JDK that it must run on, or null for the one of the harness.
	 */
	@Nullable Integer jdk();

	/** The same subject at a point of the axis. */
	Subject at(Point point);

	/** Whether its JVM has an optimising compiler, which needs time to warm up. */
	default boolean optimised() {
		return !jvm().contains(QUICK_COMPILER);
	}

	/** Flags, one an entry. */
	static List<String> checkedFlags(@Nullable List<String> flags) {
		List<String> checked = (flags != null) ? List.copyOf(flags) : List.of();
		for (String flag : checked) {
			if (!flag.startsWith("-") || flag.contains(" ")) {
				throw new InvalidInputException("jvm",
						"invalid JVM flag '" + flag + "'; write one flag an entry, such as -Xmx256m");
			}
		}
		return checked;
	}

	/** A major version of Java, 21 to 99. */
	static void checkJdk(@Nullable Integer jdk) {
		if (jdk != null && (jdk < 21 || jdk > 99)) {
			throw new InvalidInputException("jdk", jdk + " is out of range; accepted: 21 to 99");
		}
	}

	/** A text in which the value of the axis takes the place of its name. */
	static String at(String text, Point point) {
		return text.replace("${" + point.axis() + "}", point.text());
	}

}
