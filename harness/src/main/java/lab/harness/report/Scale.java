package lab.harness.report;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Maps values to pixels.
 *
 * @param step between two ticks; 10 times on a logarithmic scale
 */
record Scale(double least, double most, double from, double to, boolean log, double step) {

	/** Values that differ by more need a logarithmic scale. */
	private static final double MOST_LINEAR = 50;

	/** Points of an axis that differ by more lie evenly by their logarithms. */
	private static final double MOST_LINEAR_AXIS = 10;

	/**
	 * From 0 on, or from below where values are negative, or from one power of ten to
	 * another if they differ by much.
	 */
	static Scale of(DoubleSummaryStatistics values, double from, double to) {
		double most = (values.getMax() > 0) ? values.getMax() : 1;
		if (values.getMin() > 0 && most / values.getMin() > MOST_LINEAR) {
			return new Scale(Math.pow(10, Math.floor(Math.log10(values.getMin()))),
					Math.pow(10, Math.ceil(Math.log10(most))), from, to, true, 10);
		}
		double least = Math.min(0, values.getMin());
		double power = Math.pow(10, Math.floor(Math.log10((most - least) / 4)));
		double step = DoubleStream.of(1, 2, 5)
			.map((digit) -> digit * power)
			.filter((one) -> most - least <= 6 * one)
			.findFirst()
			.orElse(10 * power);
		return new Scale(step * Math.floor(least / step), step * Math.ceil(most / step - 1e-9), from, to, false, step);
	}

	static Scale ofAxis(double least, double most, double from, double to) {
		return new Scale(least, most, from, to, least > 0 && most / least >= MOST_LINEAR_AXIS, most - least);
	}

	double at(double value) {
		double share = this.log ? Math.log(value / this.least) / Math.log(this.most / this.least)
				: (value - this.least) / (this.most - this.least);
		return this.from + share * (this.to - this.from);
	}

	List<Double> ticks() {
		int last = (int) Math
			.round(this.log ? Math.log10(this.most / this.least) : (this.most - this.least) / this.step);
		return IntStream.rangeClosed(0, last)
			.mapToObj((tick) -> this.log ? this.least * Math.pow(10, tick) : this.least + tick * this.step)
			.toList();
	}

}
