package lab.terms;

import lab.terms.ledger.Ledger;
import lab.terms.ledger.LedgerEndpoint;
import lab.terms.report.TermsEndpoint;
import lab.terms.report.TermsReport;
import lab.terms.shutdown.Drain;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * The beans that all three apps share. An app imports it, and gives a
 * {@link lab.terms.report.Server} and a {@link lab.terms.shutdown.Entrance} of its own.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(BackendProperties.class)
@Import({ Drain.class, GuardsConfiguration.class, Ledger.class, LedgerEndpoint.class, TermsReport.class,
		TermsEndpoint.class })
public class TermsConfiguration {

}
