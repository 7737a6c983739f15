package dev.holdfast.store.zookeeper;

import static dev.holdfast.store.zookeeper.Records.acquire;
import static dev.holdfast.store.zookeeper.Records.applied;
import static dev.holdfast.store.zookeeper.Records.ownerOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.servers.ZooKeeperServer;
import dev.holdfast.store.StoreUnreachableException;
import dev.holdfast.store.StoreUnwritableException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that speaks TLS, and whom a client trusts. */
class ZooKeeperTlsTest {
    private static final String WORD = "changed-it";

    @TempDir
    private Path folder;

    @Test
    void tls_isSpokenWithTrustedServersAlone() throws Exception {
        Path keys = folder.resolve("keys.p12");
        Path otherKeys = folder.resolve("other-keys.p12");
        makeKey(keys, "zk");
        makeKey(otherKeys, "another");
        Path trust = trust(keys, "zk");
        Path others = trust(otherKeys, "another");
        int port = freePort();
        try (ZooKeeperServer server = ZooKeeperServer.start(
                folder.resolve("server"),
                List.of(
                        "serverCnxnFactory=org.apache.zookeeper.server.NettyServerCnxnFactory",
                        "secureClientPort=" + port,
                        "secureClientPortAddress=127.0.0.1",
                        "ssl.keyStore.location=" + keys,
                        "ssl.keyStore.password=" + WORD,
                        "ssl.clientAuth=none"))) {
            String plain = server.address(port, "locks") + "?timeout=2s";
            assertThatThrownBy(() -> ZooKeeperLockStore.open(Settings.of(plain)))
                    .isInstanceOf(StoreUnreachableException.class);
            String address = server.address(port, "locks") + "?tls=on&truststore-password=" + WORD + "&truststore=";
            try (ZooKeeperLockStore store = ZooKeeperLockStore.open(Settings.of(address + trust))) {
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
            assertThatThrownBy(() -> ZooKeeperLockStore.open(Settings.of(address.replace(WORD, "wrong") + trust)))
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessageContaining("and its password");
        }
    }

    private void makeKey(Path store, String alias) throws Exception {
        keytool(
                "-genkeypair",
                "-alias",
                alias,
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=ip:127.0.0.1",
                "-keystore",
                store.toString());
    }

    /** A store that trusts one key, and has nothing else. */
    private Path trust(Path keys, String alias) throws Exception {
        KeyStore from = KeyStore.getInstance(keys.toFile(), WORD.toCharArray());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(alias, from.getCertificate(alias));
        Path file = folder.resolve("trust-" + alias + ".p12");
        try (OutputStream out = Files.newOutputStream(file)) {
            trusted.store(out, WORD.toCharArray());
        }
        return file;
    }

    private void keytool(String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", WORD));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.log").toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
