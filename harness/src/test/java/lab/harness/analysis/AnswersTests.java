package lab.harness.analysis;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import lab.harness.model.Metric;
import lab.harness.model.experiment.Axis;
import lab.harness.model.experiment.Compare;
import lab.harness.model.experiment.Point;
import lab.harness.model.result.Behaviour.Limit;
import lab.harness.model.result.Claim;
import lab.harness.model.result.Claim.Decision;
import lab.harness.model.result.Claim.Reason;
import lab.harness.model.result.Claim.Status;
import lab.harness.model.result.Result.Interval;
import lab.harness.model.result.Result.Summary;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AnswersTests {

	private static final Point USERS = new Point(Axis.USERS, 300);

	private static final Compare ALL = Compare.by(Metric.THROUGHPUT);

	private final List<Claim> claims = new ArrayList<>();

	private double others;

	/** The service of which 16 minutes said nothing: 398 of 400 and 590 of 600 req/s. */
	@Test
	void ofWhenThreadsAreFullAndTheOtherServesMoreShouldBeYes() {
		reached("platform", 398, 400, Limit.REQUEST_THREADS);
		reached("virtual", 590, 600, Limit.USERS);
		assertAnswer(398, 590, Decision.YES, Reason.LIMIT);
	}

	/** The best known sample: 97 of 200 threads in use, and the processors full. */
	@Test
	void ofWhenTheProcessorsAreFullShouldNameThemBeforeFreeThreads() {
		this.claims.add(new Claim.NotTheLimit(USERS, List.of("platform"), Limit.REQUEST_THREADS, 97, 200));
		this.claims.add(new Claim.Processors(USERS, List.of("platform"), 2, Map.of(Metric.APP_CPU, 8.2), 244, 0, null));
		assertAnswer(240, 244, Decision.NO, Reason.PROCESSORS);
	}

	@Test
	void ofWhenThreadsAreFreeShouldBeNoUnlessOtherProgramsKeepThemBusy() {
		this.claims.add(new Claim.NotTheLimit(USERS, List.of("platform"), Limit.REQUEST_THREADS, 97, 200));
		assertAnswer(240, 244, Decision.NO, Reason.FREE_THREADS);
		this.others = 0.5;
		assertAnswer(240, 244, Decision.NOT_DECIDED, null);
	}

	/** Full processors are no answer if the other served much more; free threads are. */
	@Test
	void ofWhenTheOtherServedMuchMoreInOneRoundShouldRestOnFreeThreadsAlone() {
		this.claims
			.add(new Claim.Processors(USERS, List.of("platform"), 2, Map.of(Metric.APP_CPU, 1.7), 1022, 0, null));
		assertAnswer(1022, 1795, Decision.NOT_DECIDED, null);
		this.claims.add(new Claim.NotTheLimit(USERS, List.of("platform"), Limit.REQUEST_THREADS, 98, 200));
		assertAnswer(1022, 1795, Decision.NO, Reason.FREE_THREADS);
	}

	@Test
	void ofWhenUsersAreTheLimitOfBothShouldMakeNoDifference() {
		reached("platform", 199.6, 200, Limit.USERS);
		reached("virtual", 199.8, 200, Limit.USERS);
		assertAnswer(199.6, 199.8, Decision.NO_DIFFERENCE, Reason.SAME_LIMIT);
	}

	/**
	 * At 100 users threads were free, at 300 they are the limit: the last point answers.
	 */
	@Test
	void ofWhenThereAreSeveralPointsShouldTakeTheClaimsOfTheLast() {
		this.claims.add(new Claim.Reached(Metric.THROUGHPUT, new Point(Axis.USERS, 100), List.of("platform", "virtual"),
				200, 200, 200.0, 1.0, Limit.USERS, 100.0));
		reached("platform", 398, 400, Limit.REQUEST_THREADS);
		reached("virtual", 590, 600, Limit.USERS);
		assertAnswer(398, 590, Decision.YES, Reason.LIMIT);
	}

	/** A call that pins its carrier on JDK 21, or a pool that is too small. */
	@Test
	void ofWhenTheOtherServesLessShouldBeNo() {
		reached("platform", 398, 400, Limit.REQUEST_THREADS);
		reached("virtual", 80, 600, Limit.USERS);
		assertAnswer(398, 80, Decision.NO, Reason.THROUGHPUT);
	}

	@Test
	void ofWhenAPoolLimitsBothShouldBeNo() {
		reached("platform", 49.8, 50, Limit.CONNECTIONS);
		reached("virtual", 49.9, 50, Limit.CONNECTIONS);
		assertAnswer(49.8, 49.9, Decision.NO, Reason.SAME_LIMIT);
	}

	/** A ceiling that was not reached names no limit, so nothing decides. */
	@Test
	void ofWhenTheCeilingIsNotReachedShouldNotBeDecided() {
		reached("platform", 360, 400, Limit.REQUEST_THREADS);
		reached("virtual", 500, 600, Limit.USERS);
		assertAnswer(360, 500, Decision.NOT_DECIDED, null);
	}

	@Test
	void ofWhenRoundsTellThemApartShouldFollowThem() {
		pair(1.3, 1.2, 1.41, Status.SEEN);
		assertAnswer(100, 130, Decision.YES, Reason.THROUGHPUT);
		this.claims.clear();
		pair(0.77, 0.7, 0.8, Status.SEEN);
		assertAnswer(130, 100, Decision.NO, Reason.THROUGHPUT);
	}

	@Test
	void ofWhenTheMarginIsSmallShouldMakeNoDifference() {
		pair(1.01, 0.96, 1.06, Status.NOT_SEEN);
		assertAnswer(100, 101, Decision.NO_DIFFERENCE, Reason.MARGIN);
		this.claims.clear();
		pair(1.01, 0.8, 1.3, Status.NOT_SEEN);
		assertAnswer(100, 101, Decision.NOT_DECIDED, null);
	}

	@Test
	void ofWhenARoundFailedWhatItNeedsShouldNotBeDecided() {
		this.claims.add(new Claim.Pair(Metric.THROUGHPUT, USERS, List.of("virtual", "platform"),
				new Claim.Difference(null, null, null, 0), Status.WITHHELD, List.of("machine-idle")));
		assertAnswer(100, 130, Decision.NOT_DECIDED, null);
	}

	@Test
	void ofWhenThereIsOneVariantShouldBeNone() {
		assertThat(Answers.of(this.claims, List.of(summary("platform", 100)), ALL)).isEmpty();
	}

	/** The best of all need not be what the experiment asks about. */
	@Test
	void ofWhenPairsAreNamedShouldBeAboutOneOfThem() {
		reached("platform", 398, 400, Limit.REQUEST_THREADS);
		reached("virtual", 590, 600, Limit.USERS);
		List<Summary> three = List.of(summary("platform", 398), summary("virtual", 590), summary("webflux", 595));
		assertThat(Answers.of(this.claims, three,
				new Compare(Metric.THROUGHPUT, List.of(List.of("platform", "virtual"), List.of("virtual", "webflux")))))
			.contains(
					new Claim.Answer(Decision.YES, Reason.LIMIT, USERS, "platform", "virtual", List.of(398.0, 590.0)));
		assertThat(
				Answers.of(this.claims, three, new Compare(Metric.THROUGHPUT, List.of(List.of("virtual", "webflux")))))
			.isEmpty();
		assertThat(Answers.of(this.claims, three, new Compare(Metric.APP_CPU, List.of(List.of("platform", "virtual")))))
			.isEmpty();
		assertThat(Answers.of(this.claims, three, Compare.by(Metric.APP_CPU))).isPresent();
	}

	private void reached(String variant, double served, double ceiling, Limit limit) {
		this.claims.add(new Claim.Reached(Metric.THROUGHPUT, USERS, List.of(variant), served, served, ceiling,
				served / ceiling, limit, 200.0));
	}

	private void pair(double ratio, double low, double high, Status status) {
		this.claims.add(new Claim.Pair(Metric.THROUGHPUT, USERS, List.of("virtual", "platform"),
				new Claim.Difference(ratio, low, high, 3), status, List.of()));
	}

	private void assertAnswer(double first, double other, Decision decision, @Nullable Reason reason) {
		assertThat(Answers.of(this.claims, List.of(summary("platform", first), summary("virtual", other)), ALL))
			.contains(new Claim.Answer(decision, reason, USERS, "platform", "virtual", List.of(first, other)));
	}

	private Summary summary(String variant, double served) {
		Map<Metric, Interval> figures = new EnumMap<>(Metric.class);
		figures.put(Metric.THROUGHPUT, new Interval(served, null, null, 1));
		figures.put(Metric.PROCESSORS_OTHERS, new Interval(this.others, null, null, 1));
		return new Summary(variant, USERS, figures);
	}

}
