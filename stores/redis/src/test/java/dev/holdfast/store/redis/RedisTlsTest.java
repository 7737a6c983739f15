package dev.holdfast.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockManager;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.servers.Wires;
import dev.holdfast.store.StoreUnreachableException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that speaks TLS alone, with a certificate that only those know who are told. */
@Timeout(60)
class RedisTlsTest {
    @TempDir
    private Path folder;

    @Test
    void tls_withTheAuthorityNamed_works() throws Exception {
        certificate();
        int port = freePort();
        try (RedisServer server = RedisServer.durable(
                folder.resolve("data"),
                "--tls-port",
                Integer.toString(port),
                "--tls-cert-file",
                folder.resolve("cert.pem").toString(),
                "--tls-key-file",
                folder.resolve("key.pem").toString(),
                "--tls-ca-cert-file",
                folder.resolve("cert.pem").toString())) {
            String address = "rediss://:" + Wires.PASSWORD + "@localhost:" + port;
            assertThatThrownBy(() -> LockManager.open(address).close())
                    .isInstanceOf(StoreUnreachableException.class)
                    .hasMessageContaining("option ca");
            String known = "?ca=" + folder.resolve("cert.pem") + "&cert=" + folder.resolve("cert.pem") + "&key="
                    + folder.resolve("key.pem");
            try (LockManager locks = LockManager.open(address + known)) {
                locks.acquire("page").close();
                assertThat(locks.traits().address()).isEqualTo("rediss://localhost:" + port);
            }
            assertThatThrownBy(
                            () -> LockManager.open("redis://:" + Wires.PASSWORD + "@localhost:" + port + "?timeout=5s")
                                    .close())
                    .isInstanceOf(StoreUnreachableException.class)
                    .hasMessageContaining("rediss://");
            assertThat(server.port()).isNotEqualTo(port);
        }
    }

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** A key and its own certificate, as PEM files. */
    private void certificate() throws Exception {
        Path keys = folder.resolve("keys.p12");
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        Process made = new ProcessBuilder(
                        keytool,
                        "-genkeypair",
                        "-keystore",
                        keys.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        "changeit",
                        "-alias",
                        "redis",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "SAN=DNS:localhost,IP:127.0.0.1",
                        "-ext",
                        "BC=ca:true",
                        "-validity",
                        "30")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.log").toFile())
                .start();
        assertThat(made.waitFor()).isZero();
        KeyStore store = KeyStore.getInstance(keys.toFile(), "changeit".toCharArray());
        Key key = store.getKey("redis", "changeit".toCharArray());
        pem("cert.pem", "CERTIFICATE", store.getCertificate("redis").getEncoded());
        pem("key.pem", "PRIVATE KEY", key.getEncoded());
    }

    private void pem(String file, String what, byte[] content) throws Exception {
        String text = "-----BEGIN " + what + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content) + "\n-----END " + what
                + "-----\n";
        try (OutputStream out = Files.newOutputStream(folder.resolve(file))) {
            out.write(text.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        }
    }
}
