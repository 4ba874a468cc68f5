/**
 * Carries out the runs of an experiment: schedule, campaign, runners, JMeter, probes,
 * faults. Depends on the model and on the processes below it.
 */
@NullMarked
package lab.harness.run;

import org.jspecify.annotations.NullMarked;
