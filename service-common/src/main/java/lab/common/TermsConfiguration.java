package lab.common;

import lab.common.ledger.Ledger;
import lab.common.ledger.LedgerEndpoint;
import lab.common.report.TermsEndpoint;
import lab.common.report.TermsReport;
import lab.common.shutdown.Drain;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * The beans that all three apps share. An app imports it, and gives a
 * {@link lab.common.report.Server} and a {@link lab.common.shutdown.Entrance} of its own.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(BackendProperties.class)
@Import({ Drain.class, GuardsConfiguration.class, Ledger.class, LedgerEndpoint.class, TermsReport.class,
		TermsEndpoint.class })
public class TermsConfiguration {

}
