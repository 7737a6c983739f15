package dev.holdfast.store.sql.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockManager;
import dev.holdfast.StoreException;
import dev.holdfast.engines.Certificate;
import dev.holdfast.engines.PostgresServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that speaks TLS, with a certificate that only those know who are told. */
@Timeout(180)
class PostgresTlsTest {
    @TempDir
    private Path folder;

    @Test
    void tls_isSpokenWithTrustedServersAlone() throws Exception {
        Certificate certificate = Certificate.make(folder, "postgres");
        Certificate another = Certificate.make(folder, "another");
        try (PostgresServer server = PostgresServer.start(
                folder.resolve("server"),
                "ssl=on",
                "ssl_cert_file=" + certificate.cert(),
                "ssl_key_file=" + certificate.key())) {
            String address = server.address() + "?timeout=5s&sslmode=verify-full&sslrootcert=";
            try (LockManager locks = LockManager.open(address + certificate.cert())) {
                locks.acquire("page").close();
                assertThat(encrypted(server)).isTrue();
            }
            assertThatThrownBy(() -> LockManager.open(address + another.cert()).close())
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("127.0.0.1:" + server.port())
                    .hasMessageContaining("TLS");
        }
    }

    @Test
    void password_toAnotherHost_goesByTlsThatChecksAlone() throws Exception {
        Certificate certificate = Certificate.make(folder, "postgres");
        try (PostgresServer server = PostgresServer.start(
                folder.resolve("server"),
                "ssl=on",
                "ssl_cert_file=" + certificate.cert(),
                "ssl_key_file=" + certificate.key())) {
            // The same server by an address that is neither loopback nor in the certificate.
            String address = server.address().replace("127.0.0.1", "0.0.0.0") + "?timeout=5s";
            for (String open : new String[] {"", "&sslmode=prefer", "&sslmode=require"}) {
                assertThatThrownBy(() -> LockManager.open(address + open).close())
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("sslmode=verify-full")
                        .hasMessageContaining("insecure-password=on")
                        .hasMessageNotContaining(server.password());
            }
            try (LockManager locks = LockManager.open(address + "&sslmode=require&insecure-password=on")) {
                locks.acquire("page").close();
                assertThat(encrypted(server)).isTrue();
            }
            String known = "&sslrootcert=" + certificate.cert() + "&sslmode=";
            try (LockManager locks = LockManager.open(address + known + "verify-ca")) {
                locks.acquire("page").close();
                assertThat(encrypted(server)).isTrue();
            }
            assertThatThrownBy(() ->
                            LockManager.open(address + known + "verify-full").close())
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("TLS");
        }
    }

    /** Whether our connection is, by what the server says. */
    private static boolean encrypted(PostgresServer server) throws Exception {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT bool_and(s.ssl) FROM pg_stat_ssl s"
                        + " JOIN pg_stat_activity a ON a.pid = s.pid WHERE a.application_name = 'holdfast'")) {
            row.next();
            return row.getBoolean(1);
        }
    }
}
