package dev.holdfast.server;

import static dev.holdfast.server.SocketCaller.ask;
import static dev.holdfast.server.SocketCaller.get;
import static dev.holdfast.server.SocketCaller.post;
import static dev.holdfast.server.SocketCaller.untilClosed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdfast.LockManager;
import dev.holdfast.Owner;
import dev.holdfast.check.ShortFolder;
import dev.holdfast.server.options.LimitOptions;
import dev.holdfast.server.options.SignInOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
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

/** A server at a Unix socket: the kernel says which account asks, and that decides what the caller may do. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SocketTest {
    private static final int NOBODY = 65_534;
    private static final String TAKING = "{\"resources\":[\"scene/1\"],\"owner\":{\"id\":\"tab-1\"}}";

    @TempDir(factory = ShortFolder.class)
    private Path folder;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final LockManager locks = LockManager.open("memory:");
    private Path path;

    @BeforeEach
    void name() throws IOException {
        path = folder.resolve("run/holdfast.sock");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @AfterEach
    void close() throws Exception {
        for (int i = open.size(); i > 0; i--) {
            open.get(i - 1).close();
        }
        locks.close();
    }

    private HoldfastServer start(SocketOptions socket) {
        return start(ServerOptions.DEFAULT.socket(socket.alone(true)));
    }

    private HoldfastServer start(ServerOptions options) {
        HoldfastServer server = HoldfastServer.start(locks, options);
        open.add(server);
        return server;
    }

    private SocketOptions socket() {
        return SocketOptions.at(path);
    }

    private List<String> asNobody(String... texts) throws Exception {
        assumeTrue((Integer) Files.getAttribute(folder, "unix:uid") == 0, "only root can act as another account");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "there is no setpriv");
        return SocketCaller.askAs(NOBODY, folder, path, texts);
    }

    private static String status(String answer) {
        return answer.replaceFirst("(?s)^HTTP/1.1 (\\d+).*", "$1");
    }

    private static String own() {
        return System.getProperty("user.name");
    }

    @Test
    void account_ofTheServer_isAnAdministrator() throws IOException {
        HoldfastServer server = start(socket());
        assertThat(server.address()).isEqualTo("unix:" + path);
        assertThat(ask(path, get("/v1/session")))
                .startsWith("HTTP/1.1 200")
                .contains("\"user\":\"unix:" + own() + "\"", "\"name\":\"" + own() + "\"", "\"role\":\"admin\"");
        assertThat(ask(path, post("/v1/locks", TAKING))).startsWith("HTTP/1.1 201");
        assertThat(locks.view("scene/1").holders().get(0).hold().owner().user()).isEqualTo("unix:" + own());
        assertThat(ask(path, post("/v1/admin/clear", "{}"))).contains("\"released\":1");
    }

    @Test
    void name_thatAProgramGives_isShownWithItsAccount() throws IOException {
        start(socket());
        String named = TAKING.replace("\"id\":\"tab-1\"", "\"id\":\"tab-1\",\"name\":\"Bot 2\",\"user\":\"ben\"");
        assertThat(ask(path, post("/v1/locks", named))).startsWith("HTTP/1.1 201");
        Owner owner = locks.view("scene/1").holders().get(0).hold().owner();
        assertThat(owner.name()).isEqualTo("Bot 2 (" + own() + ")");
        assertThat(owner.user()).isEqualTo("unix:" + own());
    }

    @Test
    void processes_thatACallerNames_countAsThoseOfThisMachine() throws IOException {
        start(socket());
        String bound = TAKING.replace("\"id\":\"tab-1\"", "\"id\":\"tab-1\",\"processes\":[{\"pid\":1}]");
        assertThat(ask(path, post("/v1/locks", bound))).startsWith("HTTP/1.1 201");
        assertThat(locks.view("scene/1").holders().get(0).hold().owner().processes())
                .hasSize(1);
    }

    @Test
    void socket_besideAPort_isOneServer() throws Exception {
        HoldfastServer server = start(ServerOptions.DEFAULT.port(0).socket(socket()));
        assertThat(server.address()).startsWith("http://127.0.0.1:");
        assertThat(server.socketAddress()).isEqualTo("unix:" + path);
        assertThat(ask(path, post("/v1/locks", TAKING))).startsWith("HTTP/1.1 201");
        assertThat(new Http(server.address()).get("/v1/locks/scene%2F1").status())
                .isEqualTo(200);
    }

    @Test
    void files_areForTheAccountAlone_andGoneAtTheEnd() throws IOException {
        HoldfastServer server = start(socket());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path.getParent())))
                .isEqualTo("rwx------");
        server.close();
        assertThat(path).doesNotExist();
        assertThat(path.resolveSibling("holdfast.sock~")).doesNotExist();
    }

    @Test
    void events_areTold() throws IOException {
        start(socket());
        try (SocketChannel channel = SocketCaller.connect(path)) {
            channel.write(ByteBuffer.wrap(get("/v1/events").getBytes(StandardCharsets.US_ASCII)));
            StringBuilder told = new StringBuilder();
            ByteBuffer part = ByteBuffer.allocate(8192);
            while (!told.toString().contains("event: ready")) {
                assertThat(channel.read(part.clear())).isPositive();
                told.append(StandardCharsets.UTF_8.decode(part.flip()));
            }
            locks.acquire("scene/2");
            while (!told.toString().contains("scene/2")) {
                assertThat(channel.read(part.clear())).isPositive();
                told.append(StandardCharsets.UTF_8.decode(part.flip()));
            }
        }
    }

    @Test
    void anotherAccount_cannotConnect() throws Exception {
        start(socket());
        Files.setPosixFilePermissions(path.getParent(), PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(asNobody(get("/health"))).containsExactly("Permission denied");
    }

    @Test
    void anotherAccount_thatMayConnect_hasNoRights() throws Exception {
        start(socket().everyone(true));
        List<String> told = asNobody(
                get("/health"), get("/v1/locks"), post("/v1/locks", TAKING), get("/v1/events"), get("/metrics"));
        assertThat(told).extracting(SocketTest::status).containsExactly("200", "403", "403", "403", "403");
        assertThat(told.get(1)).contains("The account nobody has no rights at this server.");
    }

    @Test
    void anotherAccount_hasTheRightsThatItWasGiven() throws Exception {
        start(socket().everyone(true)
                .users(Map.of("nobody", List.of("editor:scene/", "reader")))
                .others(List.of("admin")));
        assertThat(asNobody(
                        post("/v1/locks", TAKING),
                        post("/v1/locks", TAKING.replace("scene/1", "other")),
                        post("/v1/admin/clear", "{}")))
                .extracting(SocketTest::status)
                .containsExactly("201", "403", "403");
        assertThat(locks.view("scene/1").holders().get(0).hold().owner().user()).isEqualTo("unix:nobody");
        assertThat(ask(path, post("/v1/locks", TAKING)))
                .as("the owner of the same id is another's")
                .startsWith("HTTP/1.1 423");
    }

    @Test
    void group_itsMembersAreEditors() throws Exception {
        assumeTrue((Integer) Files.getAttribute(folder, "unix:uid") == 0, "only root can give files away");
        Files.setAttribute(folder, "unix:gid", NOBODY);
        String group =
                Files.readAttributes(folder, PosixFileAttributes.class).group().getName();
        start(socket().group(group));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rw-rw----");
        assertThat(asNobody(post("/v1/locks", TAKING), post("/v1/admin/clear", "{}")))
                .extracting(SocketTest::status)
                .containsExactly("201", "403");
    }

    @Test
    void connections_ofOneAccount_areATenth() throws Exception {
        start(ServerOptions.DEFAULT
                .limits(new LimitOptions(0, 0, 0, 30))
                .socket(socket().everyone(true).alone(true)));
        for (int i = 0; i < 3; i++) {
            open.add(SocketCaller.connect(path));
        }
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            try (SocketChannel more = SocketCaller.connect(path)) {
                more.write(ByteBuffer.wrap(get("/health").getBytes(StandardCharsets.US_ASCII)));
                return untilClosed(more).isEmpty();
            } catch (IOException e) {
                return true; // closed before it was asked
            }
        });
        assertThat(asNobody(get("/health")))
                .as("another account")
                .extracting(SocketTest::status)
                .containsExactly("200");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host: evil.example",
                "Sec-Fetch-Site: cross-site",
                "X-Forwarded-For: 1.2.3.4",
                "Origin: http://a"
            })
    void requests_ofPagesAndProxies_areRefused(String header) throws IOException {
        start(socket());
        String request = get("/v1/locks", header);
        assertThat(ask(path, header.startsWith("Host") ? request.replace("Host: localhost\r\n", "") : request))
                .startsWith("HTTP/1.1 403");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\0\1\2\3\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\r\n\r\nnonsense\r\n\r\n", "GET  \r\n\r\n"})
    void bytes_thatAreNoRequest_areRefusedAndTheServerGoesOn(String bytes) throws IOException {
        start(socket());
        assertThat(ask(path, bytes)).doesNotContain(" 200 ", " 500 ");
        assertThat(ask(path, get("/health"))).startsWith("HTTP/1.1 200");
    }

    @Test
    void token_thatACallerShows_isWhoAsks() throws IOException {
        try (Guarded server =
                new Guarded(ServerOptions.DEFAULT.port(0).socket(socket()).signIn(SignInOptions.TOKENS))) {
            String token = server.token("bot", "reader").secret();
            assertThat(ask(path, get("/v1/session", "Authorization: Bearer " + token)))
                    .contains("\"user\":\"bot\"");
            assertThat(ask(path, get("/v1/locks", "Authorization: Bearer hf_wrong")))
                    .startsWith("HTTP/1.1 401");
            String forged = server.token("unix:root", "admin").secret();
            assertThat(ask(path, get("/v1/locks", "Authorization: Bearer " + forged)))
                    .startsWith("HTTP/1.1 401");
            assertThat(ask(path, post("/v1/session", "{}")))
                    .as("no cookie carries an account to the port")
                    .contains("\"user\":\"unix:" + own())
                    .doesNotContain("et-Cookie");
            assertThatThrownBy(() -> server.http().get("/v1/locks").first("locks"))
                    .as("the port still asks for a token")
                    .isInstanceOf(RuntimeException.class);
        }
    }
}
