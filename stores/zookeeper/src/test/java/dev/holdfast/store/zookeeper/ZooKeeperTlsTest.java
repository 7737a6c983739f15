package dev.holdfast.store.zookeeper;

import static dev.holdfast.store.zookeeper.Records.acquire;
import static dev.holdfast.store.zookeeper.Records.applied;
import static dev.holdfast.store.zookeeper.Records.ownerOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.StoreUnreachableException;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.engines.Certificate;
import dev.holdfast.engines.Ports;
import dev.holdfast.engines.ZooKeeperServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that speaks TLS, and whom a client trusts. */
class ZooKeeperTlsTest {
    private static final String WORD = Certificate.PASSWORD;

    @TempDir
    private Path folder;

    @Test
    void tls_isSpokenWithTrustedServersAlone() throws Exception {
        Certificate certificate = Certificate.make(folder, "zookeeper");
        Path others = Certificate.make(folder, "another").trust();
        int port = Ports.free();
        try (ZooKeeperServer server = ZooKeeperServer.start(
                folder.resolve("server"),
                List.of(
                        "serverCnxnFactory=org.apache.zookeeper.server.NettyServerCnxnFactory",
                        "secureClientPort=" + port,
                        "secureClientPortAddress=127.0.0.1",
                        "ssl.keyStore.location=" + certificate.keys(),
                        "ssl.keyStore.password=" + WORD,
                        "ssl.clientAuth=none"))) {
            String plain = server.address(port, "locks") + "?timeout=2s";
            assertThatThrownBy(() -> ZooKeeperLockStore.open(Settings.of(plain)))
                    .isInstanceOf(StoreUnreachableException.class);
            String address = server.address(port, "locks") + "?tls=on&truststore-password=" + WORD + "&truststore=";
            try (ZooKeeperLockStore store = ZooKeeperLockStore.open(Settings.of(address + certificate.trust()))) {
                applied(store, acquire("a", "ann"));
                assertThat(ownerOf(store, "a")).isEqualTo("ann");
            }
            assertThatThrownBy(() -> ZooKeeperLockStore.open(Settings.of(address + others + "&timeout=2s")))
                    .isInstanceOf(StoreUnreachableException.class)
                    .hasMessageContaining(Integer.toString(port))
                    .hasMessageNotContaining(WORD);
            assertThatThrownBy(() -> ZooKeeperLockStore.open(Settings.of(address + folder.resolve("none.p12"))))
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessageContainingAll("none.p12", "check its path");
            assertThatThrownBy(() ->
                            ZooKeeperLockStore.open(Settings.of(address.replace(WORD, "wrong") + certificate.trust())))
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessageContaining("and its password");
        }
    }
}
