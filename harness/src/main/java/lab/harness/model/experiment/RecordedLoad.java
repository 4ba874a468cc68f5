package lab.harness.model.experiment;

/**
 * A load that was recorded elsewhere. Only the file of its samples is known, so it can be
 * analysed and not be run.
 */
public record RecordedLoad(String file) implements Subject {

	@Override
	public RecordedLoad at(Point point) {
		return this;
	}

}
