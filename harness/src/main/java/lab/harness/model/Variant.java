package lab.harness.model;

import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A variant of an experiment, with everything that it takes from the experiment.
 *
 * @param name its name, in an experiment lower case with hyphens; of a JTL that was made
 * elsewhere a label
 * @param subject what is measured
 * @param axis its points
 * @param published what the source published of it, or null
 * @param histogram whether the live heap of the app is counted by class while the load is
 * on
 */
public record Variant(String name, Subject subject, Axis axis, @Nullable Published published, boolean histogram) {

	/** Names become names of folders, so nothing in them may lead out of one. */
	static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,49}");

	public Variant {
		if (histogram && !(subject instanceof Service)) {
			throw new InvalidInputException("histogram",
					"'histogram' is for services; a program counts what it holds itself");
		}
	}

	/** A variant whose heap is not counted while the load is on. */
	public Variant(String name, Subject subject, Axis axis, @Nullable Published published) {
		this(name, subject, axis, published, false);
	}

	/** The service that is measured. */
	public Service service() {
		return (Service) this.subject;
	}

	/** The same variant at one point of its axis. */
	public Variant at(Point point) {
		return new Variant(this.name, this.subject.at(point), this.axis, this.published, this.histogram);
	}

	/** The same variant with another subject. */
	public Variant with(Subject subject, Axis axis) {
		return new Variant(this.name, subject, axis, this.published, this.histogram);
	}

}
