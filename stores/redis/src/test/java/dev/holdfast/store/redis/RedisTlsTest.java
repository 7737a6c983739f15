package dev.holdfast.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockManager;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.engines.Certificate;
import dev.holdfast.engines.Ports;
import dev.holdfast.engines.RedisServer;
import dev.holdfast.engines.Wires;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that speaks TLS alone, with a certificate that only those know who are told. */
@Timeout(180)
class RedisTlsTest {
    @TempDir
    private Path folder;

    @Test
    void tls_withTheAuthorityNamed_works() throws Exception {
        Certificate certificate = Certificate.make(folder, "redis");
        int port = Ports.free();
        try (RedisServer server = RedisServer.durable(
                folder.resolve("data"),
                "--tls-port",
                Integer.toString(port),
                "--tls-cert-file",
                certificate.cert().toString(),
                "--tls-key-file",
                certificate.key().toString(),
                "--tls-ca-cert-file",
                certificate.cert().toString())) {
            String address = "rediss://:" + Wires.PASSWORD + "@localhost:" + port;
            assertThatThrownBy(() -> LockManager.open(address).close())
                    .isInstanceOf(StoreUnreachableException.class)
                    .hasMessageContaining("option ca");
            String known = "?ca=" + certificate.cert() + "&cert=" + certificate.cert() + "&key=" + certificate.key();
            try (LockManager locks = LockManager.open(address + known)) {
                locks.acquire("page").close();
                assertThat(locks.admin().traits().address()).isEqualTo("rediss://localhost:" + port);
            }
            assertThatThrownBy(
                            () -> LockManager.open("redis://:" + Wires.PASSWORD + "@localhost:" + port + "?timeout=5s")
                                    .close())
                    .isInstanceOf(StoreUnreachableException.class)
                    .hasMessageContaining("rediss://");
            assertThat(server.port()).isNotEqualTo(port);
        }
    }
}
