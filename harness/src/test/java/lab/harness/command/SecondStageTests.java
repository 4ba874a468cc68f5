package lab.harness.command;

import java.util.List;
import java.util.Objects;

import lab.harness.analysis.Clause;
import lab.harness.analysis.RecordedEvidence;
import lab.harness.model.experiment.Precision;
import lab.harness.model.result.Manifest;
import lab.harness.run.Schedule;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The plan of a campaign with {@code --precision} after its first stage.
 */
class SecondStageTests {

	private final Precision precision = new Precision(0.02, 5);

	private final Manifest first = first();

	private Manifest first() {
		Manifest manifest = Objects.requireNonNull(RecordedEvidence.findings("comparison").manifest());
		return new Manifest(manifest.experiment(), Schedule.of(manifest.experiment(), 5, manifest.seed()),
				manifest.seed(), 5, this.precision, manifest.form(), manifest.command(), manifest.startedAt(),
				manifest.environment());
	}

	@Test
	void planShouldAddTheRoundsThatTheFirstStageAsksFor() {
		Manifest both = plan(this.first, 9);
		assertThat(both.rounds()).isEqualTo(9);
		assertThat(both.precision()).isEqualTo(this.precision);
		assertThat(both.runs()).hasSize(this.first.runs().size() / 5 * 9).containsAll(this.first.runs());
		assertThat(both.runs().subList(0, this.first.runs().size())).isEqualTo(this.first.runs());
	}

	@Test
	void planShouldStopAtTheMostRounds() {
		assertThat(plan(this.first, 23).rounds()).isEqualTo(15);
	}

	@Test
	void planWhenTheFirstStageIsEnoughShouldBeTheSame() {
		assertThat(plan(this.first, 5)).isSameAs(this.first);
		assertThat(plan(this.first, 0)).isSameAs(this.first);
	}

	@Test
	void planWhenThereIsNoAnswerShouldBeTheSame() {
		assertThat(RunCommand.withSecondStage(this.first, List.of(new Clause.NothingFinished()))).isSameAs(this.first);
	}

	@Test
	void planWhenItHasASecondStageShouldBeTheSame() {
		Manifest both = plan(this.first, 9);
		assertThat(plan(both, 12)).isSameAs(both);
	}

	private Manifest plan(Manifest planned, int asked) {
		return RunCommand.withSecondStage(planned, List.of(new Clause.TwoStages(this.precision, asked, 5)));
	}

}
