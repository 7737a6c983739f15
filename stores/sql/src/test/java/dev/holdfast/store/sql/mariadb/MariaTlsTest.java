package dev.holdfast.store.sql.mariadb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockManager;
import dev.holdfast.StoreException;
import dev.holdfast.engines.Certificate;
import dev.holdfast.engines.MariaServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that speaks TLS alone, with a certificate that only those know who are told. */
@Timeout(180)
class MariaTlsTest {
    @TempDir
    private Path folder;

    @Test
    void tls_isSpokenWithTrustedServersAlone() throws Exception {
        Certificate certificate = Certificate.make(folder, "mariadb");
        Certificate another = Certificate.make(folder, "another");
        try (MariaServer server = MariaServer.start(
                folder.resolve("server"), "ssl", "ssl-cert=" + certificate.cert(), "ssl-key=" + certificate.key())) {
            server.execute("SET GLOBAL require_secure_transport = ON");
            String address = server.address() + "?timeout=5s&sslMode=verify-full&serverSslCert=";
            try (LockManager locks = LockManager.open(address + certificate.cert())) {
                locks.acquire("page").close();
                assertThat(locks.list("")).isEmpty();
            }
            String elsewhere = server.address().replace("127.0.0.1", "0.0.0.0") + "?timeout=5s";
            for (String open : new String[] {"", "&sslMode=trust"}) {
                assertThatThrownBy(() -> LockManager.open(elsewhere + open).close())
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("sslMode=verify-full")
                        .hasMessageContaining("insecure-password=on");
            }
            String known = elsewhere + "&serverSslCert=" + certificate.cert() + "&sslMode=";
            LockManager.open(known + "verify-ca").close();
            assertThatThrownBy(() -> LockManager.open(known + "verify-full").close())
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("TLS");
            for (String wrong : new String[] {address + another.cert(), server.address() + "?timeout=5s"}) {
                assertThatThrownBy(() -> LockManager.open(wrong).close())
                        .isInstanceOf(StoreException.class)
                        .hasMessageContaining("127.0.0.1:" + server.port())
                        .hasMessageContaining("TLS");
            }
        }
    }
}
