package lab.harness.model.experiment;

import java.util.Locale;
import java.util.stream.Stream;

import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Whether the variants of a round run at the same time, so that the machine does to one
 * what it does to all.
 */
public enum Together {

	FALSE, TRUE,

	/** Only if the processors have room for it. */
	AUTO;

	@JsonCreator
	static Together of(String word) {
		return Stream.of(values())
			.filter((one) -> one.toString().equals(word))
			.findFirst()
			.orElseThrow(() -> new InvalidInputException("together",
					"'" + word + "' is not known; accepted: " + DataFile.words(values())));
	}

	@JsonValue
	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT);
	}

}
