package lab.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Marks a test of the images. A plain {@code mvn verify} skips it, because it needs a
 * Docker engine and takes minutes. If the images are to be tested, a missing engine is a
 * failure.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfSystemProperty(named = "lab.images", matches = "\\d+",
		disabledReason = "needs a Docker engine and the images: docker compose --profile load build, then mvn -Pcontainers verify")
@interface NeedsImages {

}
