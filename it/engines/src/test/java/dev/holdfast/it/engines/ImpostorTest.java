package dev.holdfast.it.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockManager;
import dev.holdfast.StoreException;
import dev.holdfast.engines.Certificate;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Stores that speak TLS from the first byte tell their password only to a server that the trusted certificate names. PostgreSQL
 * and MariaDB, which ask for TLS first, have tests of their own.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ImpostorTest {
    private static final List<String> ADDRESSES = List.of(
            "rediss://ann:word@127.0.0.1:PORT?ca=CERT",
            "etcds://ann:word@127.0.0.1:PORT?ca=CERT",
            "zookeeper://ann:word@127.0.0.1:PORT/locks?tls=on&truststore=TRUST&truststore-password="
                    + Certificate.PASSWORD);

    @TempDir
    private static Path folder;

    private static Certificate ours;
    private static Certificate elsewhere;
    private static Certificate another;

    @BeforeAll
    static void certificates() throws Exception {
        ours = Certificate.make(folder, "ours");
        elsewhere = Certificate.make(folder, "elsewhere", "DNS:db.example.org,IP:192.0.2.1");
        another = Certificate.make(folder, "another");
    }

    @Test
    void theServer_thatIsTrusted_isSpokenTo() throws Exception {
        for (String address : ADDRESSES) {
            try (Impostor server = new Impostor(ours)) {
                Thread client = new Thread(
                        () -> assertThatThrownBy(() -> open(address + "&timeout=60s", server, ours))
                                .isInstanceOf(StoreException.class),
                        "client");
                client.setDaemon(true);
                client.start();
                assertThat(server.hears()).as(address).isTrue();
            }
        }
    }

    @Test
    void aServer_withAnotherCertificate_hearsNothing() throws Exception {
        assertNothingHeard(another, ours);
    }

    @Test
    void aServer_withATrustedCertificateOfAnotherHost_hearsNothing() throws Exception {
        assertNothingHeard(elsewhere, elsewhere);
    }

    private static void assertNothingHeard(Certificate shown, Certificate trusted) throws Exception {
        for (String address : ADDRESSES) {
            try (Impostor server = new Impostor(shown)) {
                assertThatThrownBy(() -> open(address + "&timeout=2s", server, trusted))
                        .isInstanceOf(StoreException.class);
                assertThat(server.connections()).as(address).isPositive();
                assertThat(server.speakers()).as(address).isZero();
            }
        }
    }

    private static void open(String address, Impostor server, Certificate trusted) {
        LockManager.open(address.replace("PORT", Integer.toString(server.port()))
                        .replace("CERT", trusted.cert().toString())
                        .replace("TRUST", trusted.trust().toString()))
                .close();
    }
}
