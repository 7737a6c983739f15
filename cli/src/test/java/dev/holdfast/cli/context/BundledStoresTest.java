package dev.holdfast.cli.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.StoreProvider;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class BundledStoresTest {
    @Test
    void provider_ofEveryStoreThatIsAtHand_isTheOneThatWouldBeFound() {
        int schemes = 0;
        for (StoreProvider found : ServiceLoader.load(StoreProvider.class, BundledStores.class.getClassLoader())) {
            for (String scheme : found.schemes()) {
                assertThat(BundledStores.provider(scheme)).as(scheme).hasSameClassAs(found);
                schemes++;
            }
        }
        assertThat(schemes).isGreaterThanOrEqualTo(5);
    }

    @Test
    void provider_ofAnyOther_isNone() {
        assertThat(BundledStores.provider("")).isNull();
        assertThat(BundledStores.provider("redis")).isNull();
    }
}
