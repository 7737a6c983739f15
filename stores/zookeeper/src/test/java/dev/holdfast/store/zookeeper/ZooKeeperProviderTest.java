package dev.holdfast.store.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.holdfast.LockManager.StoreTraits;
import dev.holdfast.Preset;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ZooKeeperProviderTest {

    @Test
    void provider_isFoundByItsScheme() {
        assertThat(ServiceLoader.load(StoreProvider.class))
                .anySatisfy(provider -> assertThat(provider.schemes()).contains("zookeeper"));
    }

    @Test
    void address_usual_isFilledIn() {
        Settings settings = Settings.of("zookeeper://zk1,zk2:2182");
        assertThat(settings.hosts()).isEqualTo("zk1:2181,zk2:2182");
        assertThat(settings.base()).isEqualTo("/holdfast");
        assertThat(settings.timeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(settings.owned()).isFalse();
    }

    @Test
    void traits_showNoSecret() {
        String address = Servers.fresh();
        try (LockStore store = new ZooKeeperProvider().open(address + "?timeout=20s", InstantSource.system())) {
            Settings settings = Settings.of(address);
            assertThat(store.traits())
                    .isEqualTo(new StoreTraits(
                            "zookeeper://" + settings.hosts() + settings.base(), Preset.OFFLINE, false, false, false));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "zookeeper:zk1 | does not begin with a scheme",
                "zookeeper://zk1:x/locks | is not a host with a port",
                "redis://zk1/locks | is not the scheme of a ZooKeeper",
                "zookeeper://zk1/a//b | is not a path in ZooKeeper",
                "zookeeper://zk1/a/ | is not a path in ZooKeeper",
                "zookeeper://zk1/a?colour=red | unknown option 'colour'",
                "zookeeper://zk1/a?timeout=0s | must be longer than 0",
                "zookeeper://zk1/a?tls=maybe | is on or off",
                "zookeeper://zk1/a?truststore=x.p12 | without tls=on",
                "zookeeper://ann@zk1/a | needs both user and password"
            })
    void address_thatMakesNoSense_isRefused(String address, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Settings.of(address))
                .withMessageContaining(why);
    }
}
