package lab.harness.model.experiment;

import java.util.List;
import java.util.regex.Pattern;

import lab.harness.model.InvalidInputException;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;

/**
 * A variant of an experiment, with the settings that it inherits.
 *
 * @param name its name, lower case with hyphens; the label in a foreign JTL
 * @param histogram whether the live heap of the app is counted by class during the load
 * @param keep whether the points of a round are measured one after the other in the same
 * warm JVM
 */
public record Variant(String name, @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind") @JsonSubTypes( {
		@JsonSubTypes.Type(value = Service.class, name = "service"),
		@JsonSubTypes.Type(value = Program.class, name = "program") }) Subject subject, Axis axis,
		@Nullable Published published, boolean histogram, boolean keep){

	/** A name is part of the name of a folder, so it must not contain a path. */
	static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,49}");

	public Variant(String name, Subject subject, Axis axis, @Nullable Published published) {
		this(name, subject, axis, published, false, false);
	}

	/** The subject of a variant that is known to be a service. */
	public Service service() {
		return (Service) this.subject;
	}

	/**
	 * Makes sure that every point makes a valid subject, and that the axis moves
	 * something.
	 * @throws InvalidInputException if it does not
	 */
	Variant checked() {
		List<Point> points = this.axis.points();
		long different = points.stream().map((point) -> at(point).subject()).distinct().count();
		InvalidInputException.require(!(this.subject instanceof Service) || different == points.size(), "axis",
				"axis %1$s moves nothing; write ${%1$s} into a property or a JVM flag".formatted(this.axis.name()));
		return this;
	}

	/**
	 * Makes sure that points in the same JVM differ by their load alone.
	 * @throws InvalidInputException if they do not
	 */
	Variant keepChecked() {
		InvalidInputException.require(this.keep || !this.axis.name().equals(Axis.OF_CAPACITY), "keep",
				"each JVM has a capacity of its own, so its shares are measured in the same JVM; write keep: true");
		InvalidInputException.require(
				!this.axis.name().equals(Axis.OF_CAPACITY)
						|| this.subject instanceof Service service && service.app() instanceof App,
				"axis", "the capacity is measured by the counters of a shipped app");
		String apart = this.keep ? whyApart() : null;
		InvalidInputException.require(apart == null, "keep", apart + "; leave out keep");
		return this;
	}

	/** The reason why each point needs a JVM of its own, or null if none does. */
	private @Nullable String whyApart() {
		if (!(this.subject instanceof Service service)) {
			return "a program has a JVM for each value";
		}
		if (service.hasOpenLoadOrFaults()) {
			return "open arrivals and faults leave requests behind for the next value of the axis";
		}
		if (this.histogram) {
			return "memory only grows, so a histogram needs a JVM for each value of the axis";
		}
		boolean sameService = this.axis.points()
			.stream()
			.map((point) -> ((Service) this.subject.at(point)).under(service.load()))
			.distinct()
			.count() == 1;
		return sameService ? null : "the axis " + this.axis.name() + " changes the service and not only its load";
	}

	public Variant at(Point point) {
		return new Variant(this.name, this.subject.at(point), this.axis, this.published, this.histogram, this.keep);
	}

}
