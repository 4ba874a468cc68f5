package lab.common;

import lab.common.client.BackendProperties;
import lab.common.ledger.Ledger;
import lab.common.ledger.LedgerMeters;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Import;

/**
 * What every service has: the ledger, the report of its terms and the drain at its end.
 */
@AutoConfiguration
@ConditionalOnWebApplication
@EnableConfigurationProperties(BackendProperties.class)
@Import({ ArgumentProblems.class, Drain.class, Ledger.class, LedgerEndpoint.class, LedgerMeters.class,
		TermsReport.class, TermsEndpoint.class, WordConverter.class })
class ServiceAutoConfiguration {

}
