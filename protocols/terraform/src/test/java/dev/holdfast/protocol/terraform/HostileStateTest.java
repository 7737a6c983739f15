package dev.holdfast.protocol.terraform;

import static dev.holdfast.protocol.terraform.TerraformClient.bytes;
import static dev.holdfast.protocol.terraform.TerraformClient.infoOf;
import static dev.holdfast.protocol.terraform.TerraformClient.md5;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.protocol.terraform.TerraformClient.Told;
import dev.holdfast.server.protocol.SettingException;
import dev.holdfast.testkit.LogLines;
import dev.holdfast.testkit.Race;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that no client of good will sends, and many at the same moment. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostileStateTest {
    private static final int RUNNERS = 8;

    @TempDir
    Path folder;

    private StateServer server;
    private TerraformClient ann;

    @BeforeEach
    void start() {
        server = StateServer.at("sqlite:" + folder.resolve("locks.db"));
        ann = server.client("ann", "editor:terraform");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static void assertRefused(Told told) {
        assertThat(told.status()).isBetween(400, 499);
        assertThat(told.text()).doesNotContain("Exception").doesNotContain("\tat ");
    }

    @Test
    void locks_ofSeveralAtTheSameMoment_oneWins() throws Exception {
        List<TerraformClient> clients = new ArrayList<>();
        for (int i = 0; i < RUNNERS; i++) {
            clients.add(server.client("user" + i / 2, "editor:terraform"));
        }
        for (int round = 0; round < 5; round++) {
            String state = "net" + round;
            List<Told> told = Race.run(RUNNERS, i -> () -> clients.get(i).lock(state, "id-" + i));
            assertThat(told).filteredOn(one -> one.status() == 200).hasSize(1);
            Object winner = told.stream()
                    .filter(one -> one.status() == 200)
                    .findFirst()
                    .orElseThrow()
                    .json()
                    .get("ID");
            assertThat(told).filteredOn(one -> one.status() != 200).allSatisfy(one -> {
                assertThat(one.status()).isEqualTo(423);
                assertThat(one.json()).containsEntry("ID", winner);
            });
        }
    }

    @Test
    void writes_ofSeveralAtTheSameMoment_areNeverMixed() throws Exception {
        List<Told> told = Race.run(RUNNERS, i -> () -> ann.put("net", "", ("" + i).repeat(600_000)));
        assertThat(told).allSatisfy(one -> assertThat(one.status()).isEqualTo(200));
        String state = ann.get("net").text();
        assertThat(state).hasSize(600_000).isEqualTo(state.substring(0, 1).repeat(600_000));
        assertThat(server.values().versions("terraform/net")).hasSize(RUNNERS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{",
                "{\"ID\":7}",
                "{\"ID\":\"\"}",
                "{\"ID\":null}",
                "{\"ID\":\"a b\"}",
                "{\"ID\":\"\\u0000\"}",
                "{\"ID\":\"\\ud800\"}",
                "{\"ID\":\"x\",\"Who\":{}}",
                "{\"ID\":\"x\",\"ID\":\"y\"}"
            })
    void lock_withAnotherBody_isRefused(String body) throws IOException {
        assertRefused(ann.send("LOCK", "/terraform/net", bytes(body)));
        assertThat(server.locks().view("terraform/net").free()).isTrue();
    }

    @Test
    void texts_ofALock_areShownAsData() throws IOException {
        String who = "\\u202egnp.exe\\u0007<script>" + "x".repeat(5_000);
        assertThat(ann.send("LOCK", "/terraform/net", bytes(TerraformClient.info("id-1", "\\n\\r", who)))
                        .status())
                .isEqualTo(200);
        Told refused = ann.lock("net", "id-2");
        assertThat(refused.status()).isEqualTo(423);
        assertThat(String.valueOf(refused.json().get("Who")))
                .hasSizeLessThan(1_200)
                .doesNotContain("\u202e")
                .doesNotContain("\u0007");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/terraform/",
                "/terraform//lock",
                "/terraform/%00",
                "/terraform/%0a",
                "/terraform/%e2%80%ae",
                "/terraform/%ff",
                "/terraform/%2",
                "/terraform/..%2f..%2fadmin",
                "/terraform/..",
                "/terraform/.%2e/x",
                "/terraform/a/b/c",
                "/terraform/net/versions/..%2f..",
                "/terraform/net/versions/' OR 1=1",
                "/terraform/net?ID=%00",
                "/terraform/net?ID=%ff",
                "/terraform/net?ID=a%20b"
            })
    void oddPaths_areRefused(String path) throws IOException {
        for (String method : List.of("LOCK", "UNLOCK", "GET", "POST", "PUT", "DELETE", "PROPFIND", "X")) {
            byte[] body = method.equals("GET") ? null : bytes(infoOf("id-1"));
            Told told = ann.send(method, path.replace(" ", "%20"), body);
            if (!path.contains("?ID") || method.equals("POST") || method.equals("PUT")) {
                assertRefused(told);
            } else {
                assertThat(told.status()).isLessThan(500);
            }
        }
    }

    @Test
    void names_areNoPaths_andKeepTheirRights() throws IOException {
        TerraformClient db = server.client("dan", "editor:terraform/db");
        assertThat(db.put("db%2Fprod", "", "x").status()).isEqualTo(200);
        assertThat(db.get("db%2Fprod").text()).isEqualTo("x");
        assertThat(db.get("db%2F..%2Fnet").status()).isEqualTo(403);
        assertThat(db.get("dbx").status()).isEqualTo(403);
        assertThat(ann.put("Gr%C3%B6%C3%9Fe", "", "y").status()).isEqualTo(200);
        assertThat(ann.get("Gr%C3%B6%C3%9Fe").text()).isEqualTo("y");
        assertThat(ann.put("x".repeat(3_000), "", "y").status()).isBetween(400, 499);
    }

    @Test
    void bodies_thatAreTooLarge_areRefused_andKeepNothing() throws IOException {
        String head = ann.head("POST", "/terraform/net", new byte[0], "");
        Told declared = ann.raw(
                head.replace("Content-Length: 0", "Content-Length: " + (TerraformProtocol.MAX_STATE + 1))
                        .replace("Content-Md5: \r\n", ""),
                new byte[0]);
        assertThat(declared.status()).isEqualTo(413);
        assertThat(sentInChunks(head, TerraformProtocol.MAX_STATE + 1)).isIn(413, 0);
        assertRefused(ann.send("LOCK", "/terraform/net", new byte[2 << 20]));
        assertThat(ann.get("net").status()).isEqualTo(404);
        assertThat(server.values().versions("terraform/net")).isEmpty();
        assertThat(ann.put("net", "", "small").status()).isEqualTo(200);
    }

    /** Returns the status, or 0 if the server closed the connection while it was sent to. */
    private int sentInChunks(String head, long size) throws IOException {
        try (Socket socket = ann.open()) {
            OutputStream out = socket.getOutputStream();
            out.write(bytes(head.replace("Content-Length: 0", "Transfer-Encoding: chunked")
                    .replace("Content-Md5: \r\n", "")));
            byte[] part = new byte[1 << 20];
            try {
                for (long sent = 0; sent < size; sent += part.length) {
                    out.write(bytes(Integer.toHexString(part.length) + "\r\n"));
                    out.write(part);
                    out.write(bytes("\r\n"));
                }
                out.write(bytes("0\r\n\r\n"));
                return TerraformClient.answer(socket.getInputStream()).status();
            } catch (IOException e) {
                return 0;
            }
        }
    }

    @Test
    void states_areNeitherInTheLogNorInTheStore_ifThereIsAKey() throws IOException {
        server.close();
        Path key = Files.writeString(folder.resolve("key"), StateKeyTest.SECOND);
        Path file = folder.resolve("secret.db");
        String secret = "SuperSecretPassword";
        try (LogLines log = LogLines.open()) {
            try (StateServer encrypting = StateServer.at("sqlite:" + file, Map.of("encryption-key", key.toString()))) {
                TerraformClient cleo = encrypting.client("cleo", "editor");
                TerraformClient root = encrypting.client("root", "admin");
                cleo.lock("net", "id-1");
                assertThat(cleo.put("net", "id-1", secret.repeat(50_000)).status())
                        .isEqualTo(200);
                Told read = cleo.get("net");
                assertThat(read.text()).isEqualTo(secret.repeat(50_000));
                assertThat(read.header("Content-MD5")).isEqualTo(md5(read.body()));
                assertThat(cleo.put("net", "id-0", secret).status()).isEqualTo(409);
                assertThat(root.send("GET", "/terraform/net/versions", null).text())
                        .contains("\"encrypted\":true")
                        .contains("\"state\":\"rejected\"");
            }
            try (StateServer without = StateServer.at("sqlite:" + file)) {
                Told refused = without.client("dora", "editor").get("net");
                assertThat(refused.status()).isEqualTo(409);
                assertThat(refused.text()).contains("former-keys");
            }
            assertThat(log.about(secret)).isEmpty();
        }
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                .doesNotContain(secret);
        server = StateServer.at("sqlite:" + folder.resolve("locks.db"));
    }

    @Test
    void store_thatKeepsNoStates_isRefusedAtTheStart() {
        assertThatThrownBy(() -> StateServer.at("memory:"))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("serve.protocols.terraform")
                .hasMessageContaining("memory:")
                .hasMessageContaining("sqlite:, postgresql:, mariadb: or h2:");
    }

    @Test
    void settings_thatAreMistakes_areNamed() {
        for (Map<String, Object> mistake : List.<Map<String, Object>>of(
                Map.of("prefx", "x"), Map.of("readers", "all"), Map.of("prefix", "\u0007"))) {
            assertThatThrownBy(() -> StateServer.at("sqlite:" + folder.resolve("other.db"), mistake))
                    .isInstanceOf(SettingException.class)
                    .hasMessageContaining("serve.protocols.terraform");
        }
    }
}
