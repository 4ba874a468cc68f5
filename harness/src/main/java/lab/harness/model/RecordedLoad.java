package lab.harness.model;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A load that was recorded elsewhere. Only the file of its samples is known, so it can be
 * analysed and not be run.
 *
 * @param file name of the file
 */
public record RecordedLoad(String file) implements Subject {

	@Override
	public List<String> jvm() {
		return List.of();
	}

	@Override
	public @Nullable Integer jdk() {
		return null;
	}

	@Override
	public RecordedLoad at(Point point) {
		return this;
	}

}
