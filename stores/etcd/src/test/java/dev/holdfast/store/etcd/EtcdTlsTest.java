package dev.holdfast.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.engines.Certificate;
import dev.holdfast.engines.EtcdServer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An etcd that speaks TLS and wants a certificate of every client. */
class EtcdTlsTest {
    @TempDir
    private static Path folder;

    private static Certificate servers;
    private static Certificate clients;
    private static EtcdServer server;

    @BeforeAll
    static void start() throws Exception {
        servers = Certificate.make(folder, "server");
        clients = Certificate.make(folder, "client");
        server = EtcdServer.start(
                folder.resolve("etcd"),
                "--unsafe-no-fsync",
                "--cert-file",
                servers.cert().toString(),
                "--key-file",
                servers.key().toString(),
                "--client-cert-auth",
                "--trusted-ca-file",
                clients.cert().toString());
    }

    @AfterAll
    static void end() {
        server.close();
    }

    private static String address(String scheme, String options) {
        return scheme + "://127.0.0.1:" + server.port() + "/locks?timeout=5s" + options;
    }

    @Test
    void certificates_thatTrustEachOther_letIn() {
        String options = "&ca=" + servers.cert() + "&cert=" + clients.cert() + "&key=" + clients.key();
        for (String address : new String[] {address("etcds", options), address("etcd", options + "&tls=on")}) {
            try (LockManager locks = LockManager.open(address);
                    LockHandle handle = locks.acquire("a")) {
                assertThat(handle.isHeld()).isTrue();
            }
        }
    }

    @Test
    void server_thatIsNotTrusted_isRefused() {
        String options = "&ca=" + clients.cert() + "&cert=" + clients.cert() + "&key=" + clients.key();
        assertThatThrownBy(() -> Stores.open(address("etcds", options)))
                .isInstanceOf(StoreUnreachableException.class)
                .hasMessageContaining("that its certificate is one to trust");
    }

    @Test
    void client_withoutCertificate_isRefused() {
        assertThatThrownBy(() -> Stores.open(address("etcds", "&ca=" + servers.cert())))
                .isInstanceOf(StoreUnreachableException.class)
                .hasMessageContaining("127.0.0.1:" + server.port());
    }

    @Test
    void client_withoutTls_isToldHow() {
        assertThatThrownBy(() -> Stores.open(address("etcd", "")))
                .isInstanceOf(StoreUnreachableException.class)
                .hasMessageContaining("if it speaks TLS, begin the address with etcds://");
    }
}
