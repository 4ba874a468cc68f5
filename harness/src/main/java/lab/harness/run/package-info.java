/**
 * Carries out the runs of an experiment: schedule, campaign, runners, JMeter, probes,
 * faults, processes. Depends on the model alone.
 */
@NullMarked
package lab.harness.run;

import org.jspecify.annotations.NullMarked;
