package dev.holdfast.protocol.terraform;

import static dev.holdfast.protocol.terraform.TerraformClient.bytes;
import static dev.holdfast.protocol.terraform.TerraformClient.md5;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.internal.storage.ValueStore;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.testkit.Child;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that is killed in the middle of a run, and started again on the same store. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KilledServerTest {
    private static final int LARGE = 5 << 20;

    @TempDir
    Path folder;

    private TerraformClient ann;
    private TerraformClient ben;
    private Child child;

    @BeforeEach
    void makeTokens() throws Exception {
        try (StateServer server = StateServer.at(address())) {
            ann = server.client("ann", "editor:terraform");
            ben = server.client("ben", "editor:terraform");
        }
        startAgain();
    }

    @AfterEach
    void stop() throws InterruptedException {
        child.kill();
        child.await(120);
    }

    private String address() {
        return "sqlite:" + folder.resolve("locks.db");
    }

    private void startAgain(String... options) throws Exception {
        child = Child.start(folder, List.of(options), StateServer.class, address());
        String line = new BufferedReader(child.process().inputReader()).readLine();
        assertThat(line).as(child.errors()).isNotNull();
        int port = Integer.parseInt(line);
        ann = ann.at(port);
        ben = ben.at(port);
    }

    private void kill() throws InterruptedException {
        child.kill();
        child.await(120);
    }

    @Test
    void killedBetweenLockAndWrite_theLockAndTheStateAreThere() throws Exception {
        assertThat(ann.lock("net", "id-1").status()).isEqualTo(200);
        assertThat(ann.put("net", "id-1", "one").status()).isEqualTo(200);
        kill();
        startAgain();
        assertThat(ben.lock("net", "id-2").json()).containsEntry("ID", "id-1");
        assertThat(ann.get("net").text()).isEqualTo("one");
        assertThat(ann.put("net", "id-1", "two").status()).isEqualTo(200);
        assertThat(ann.unlock("net", "id-1").status()).isEqualTo(200);
        assertThat(ben.lock("net", "id-2").status()).isEqualTo(200);
        assertThat(ben.get("net").text()).isEqualTo("two");
    }

    @Test
    void killedBetweenChunks_theFormerStateIsWhole_andTheLeftoverIsDeleted() throws Exception {
        byte[] state = new byte[LARGE];
        new Random(1).nextBytes(state);
        ann.lock("net", "id-1");
        ann.put("net", "id-1", "one");
        try (Socket socket = ann.open()) {
            OutputStream out = socket.getOutputStream();
            out.write(bytes(ann.head("POST", "/terraform/net?ID=id-1", state, md5(state))));
            out.write(state, 0, LARGE / 2);
            out.flush();
            await().atMost(Duration.ofMinutes(2)).until(() -> chunks() > 3);
            kill();
        }
        startAgain();
        assertThat(ann.get("net").text()).isEqualTo("one");
        assertThat(ann.put("net", "id-1", state).status()).isEqualTo(200);
        assertThat(ann.get("net").body()).isEqualTo(state);
        assertThat(ann.unlock("net", "id-1").status()).isEqualTo(200);
        long before = chunks();
        try (LockStore store = StoreProvider.openStore(address(), InstantSource.system())) {
            ValueStore values = store.extension(ValueStore.class).orElseThrow();
            assertThat(values.clean(Instant.now().plusSeconds(1))).isEqualTo(1);
            assertThat(values.versions("terraform/net")).hasSize(2);
        }
        assertThat(chunks()).isEqualTo(LARGE / (256 << 10) + 1).isLessThan(before);
    }

    /** 64 MiB up and down, in a heap into which it does not fit. */
    @Test
    void largestState_needsNoMemory() throws Exception {
        kill();
        startAgain("-Xmx48m");
        byte[] part = new byte[1 << 20];
        new Random(2).nextBytes(part);
        int parts = (int) (TerraformProtocol.MAX_STATE / part.length);
        MessageDigest sum = MessageDigest.getInstance("MD5");
        for (int i = 0; i < parts; i++) {
            sum.update(part);
        }
        String md5 = Base64.getEncoder().encodeToString(sum.digest());
        try (Socket socket = ann.open()) {
            OutputStream out = socket.getOutputStream();
            out.write(bytes(ann.head("POST", "/terraform/net", new byte[0], md5)
                    .replace("Content-Length: 0", "Content-Length: " + TerraformProtocol.MAX_STATE)));
            for (int i = 0; i < parts; i++) {
                out.write(part);
            }
            assertThat(TerraformClient.answer(socket.getInputStream()).status()).isEqualTo(200);
        }
        try (Socket socket = ann.open()) {
            socket.getOutputStream().write(bytes(ann.head("GET", "/terraform/net", null, "")));
            InputStream in = socket.getInputStream();
            assertThat(TerraformClient.headers(new DataInputStream(in)))
                    .containsEntry("content-md5", md5)
                    .containsEntry("content-length", Long.toString(TerraformProtocol.MAX_STATE));
            for (int i = 0; i < parts; i++) {
                assertThat(in.readNBytes(part.length)).isEqualTo(part);
            }
        }
    }

    private long chunks() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("locks.db"));
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM value_chunk")) {
            row.next();
            return row.getLong(1);
        }
    }
}
