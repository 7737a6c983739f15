package dev.holdfast.store.etcd;

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
import org.junit.jupiter.params.provider.ValueSource;

class EtcdProviderTest {

    @Test
    void provider_isFoundByItsSchemes() {
        assertThat(ServiceLoader.load(StoreProvider.class))
                .anySatisfy(provider -> assertThat(provider.schemes()).containsExactlyInAnyOrder("etcd", "etcds"));
    }

    @Test
    void traits_showNoSecret() {
        String address = TestEtcd.address();
        String secret = address.replace("://", "://ann:sesame@") + "?timeout=5s";
        try (LockStore store = new EtcdProvider().open(secret, InstantSource.system())) {
            assertThat(store.traits()).isEqualTo(new StoreTraits(address, Preset.OFFLINE, false, false, false));
        }
    }

    @Test
    void address_ofSeveralServers_isTakenApart() {
        EtcdAddress address = EtcdAddress.parse("etcds://ann:p%40ss@one:1,two/app//locks/?timeout=3s&ca=/x/ca.pem");
        assertThat(address.hosts()).isEqualTo("one:1, two:2379");
        assertThat(address.prefix()).isEqualTo("app//locks");
        assertThat(address.timeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(address.tls()).isTrue();
        assertThat(address.ca()).isEqualTo("/x/ca.pem");
        assertThat(address.password()).isEqualTo("p@ss");
        assertThat(EtcdAddress.parse("etcd://one").prefix()).isEqualTo("holdfast");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "etcd:one",
                "etcd://",
                "etcd://one:x/locks",
                "etcd://one?speed=high",
                "etcd://one?timeout=1ms",
                "etcd://one?tls=perhaps",
                "etcd://one?ca=x.pem",
                "etcds://one?cert=x.pem"
            })
    void address_thatMakesNoSense_isRefused(String address) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new EtcdProvider().open(address, InstantSource.system()))
                .withMessageMatching(".{20,}");
    }
}
