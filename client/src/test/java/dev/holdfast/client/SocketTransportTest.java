package dev.holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.ManagerOptions;
import dev.holdfast.NotPermittedException;
import dev.holdfast.Owner;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.Subscription;
import dev.holdfast.check.ShortFolder;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerOptions;
import dev.holdfast.server.SocketOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpConnectTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls over a Unix socket: to a real server, and to one that sends whatever it likes. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SocketTransportTest {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final Transport.Call CALL = new Transport.Call("GET", "/v1/locks", Map.of(), null);

    @TempDir(factory = ShortFolder.class)
    private Path folder;

    private final List<AutoCloseable> open = new ArrayList<>();
    private Path path;

    @BeforeEach
    void name() {
        path = folder.resolve("s.sock");
    }

    @AfterEach
    void close() throws Exception {
        for (int i = open.size(); i > 0; i--) {
            open.get(i - 1).close();
        }
    }

    private <T extends AutoCloseable> T kept(T resource) {
        open.add(resource);
        return resource;
    }

    private LockManager serving() {
        LockManager locks = kept(LockManager.open("memory:"));
        kept(HoldfastServer.start(
                locks, ServerOptions.DEFAULT.socket(SocketOptions.at(path).alone(true))));
        return locks;
    }

    private SocketTransport transport() {
        return kept(new SocketTransport(new UnixSocketAddress(path, null), SocketTransport.CONNECT));
    }

    private Reply ask(String answer) throws Exception {
        kept(new FakeSocketServer(path, FakeSocketServer.answering(answer)));
        return transport().send(CALL, LONG).get();
    }

    @Test
    void manager_atAServersSocket_locksListensAndWaits() throws Exception {
        LockManager locks = serving();
        List<LockView> seen = new CopyOnWriteArrayList<>();
        try (LockManager client = LockManager.open("unix:" + path);
                Subscription listening = client.listen("", seen::add)) {
            assertThat(listening).isNotNull();
            LockHandle handle = client.acquire("a");
            assertThat(locks.view("a").free()).isFalse();
            await().atMost(LONG).until(() -> seen.stream().anyMatch(view -> !view.free()));
            CompletableFuture<LockHandle> second = CompletableFuture.supplyAsync(() -> {
                try {
                    return client.acquire(
                            LockRequest.of("a").owner(Owner.of("other")).timeout(LONG));
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            await().atMost(LONG).until(() -> !locks.view("a").queue().isEmpty());
            handle.close();
            assertThat(second.get().isHeld()).isTrue();
            second.get().close();
        }
        assertThat(locks.view("a").free()).isTrue();
    }

    @Test
    void interrupt_ofAWait_leavesTheQueue_andAnInterruptedReleaseWorks() throws Exception {
        LockManager locks = serving();
        try (LockManager client = LockManager.open("unix:" + path)) {
            LockHandle handle = client.acquire("a");
            Thread waiting = new Thread(() -> {
                try {
                    client.acquire(LockRequest.of("a").owner(Owner.of("other")).timeout(LONG));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            waiting.start();
            await().atMost(LONG).until(() -> !locks.view("a").queue().isEmpty());
            waiting.interrupt();
            waiting.join();
            await().atMost(LONG).until(() -> locks.view("a").queue().isEmpty());
            Thread.currentThread().interrupt();
            handle.close();
            assertThat(Thread.interrupted()).isTrue();
            assertThat(locks.view("a").free()).isTrue();
        }
    }

    @Test
    void answer_inChunksOrByLengthOrToTheEnd_isRead() throws Exception {
        String head = "HTTP/1.1 200 OK\r\n";
        assertThat(ask(head + "Content-Length: 2\r\n\r\n{}").body()).isEqualTo("{}");
        path = folder.resolve("chunks");
        assertThat(ask(head
                                + "transfer-encoding: chunked\r\n\r\n1;x=y\r\n{\r\n009\r\n\"a\":\"öé\"}\r\n0\r\nT: x\r\n\r\n")
                        .status())
                .isEqualTo(200);
        path = folder.resolve("end");
        assertThat(ask(head + "Retry-After: 7\r\n\r\nall of it")).isEqualTo(new Reply(200, "all of it", "7"));
        path = folder.resolve("none");
        assertThat(ask("HTTP/1.1 204 No Content\r\n\r\n").body()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\0\1\2",
                "HTTP/2 200 OK\r\n\r\n",
                "HTTP/1.1 100 Continue\r\n\r\n",
                "HTTP/1.1 20 OK\r\n\r\n",
                "HTTP/1.1 200 OK\nContent-Length: 0\n\n",
                "HTTP/1.1 200 OK\r\nno header\r\n\r\n",
                "HTTP/1.1 200 OK\r\n folded: x\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfour",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{",
            })
    void answer_thatIsNone_isAFailure(String answer) {
        assertThatThrownBy(() -> ask(answer))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\n\r\n|x",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n|20\r\nxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n|A: b\r\n",
                "HTTP/1.1 200 OK\r\n|A: b\r\n",
                "HTTP/1.1 200 |OK"
            })
    void answer_thatDoesNotEnd_isCutOff(String answer) {
        String begin = answer.substring(0, answer.indexOf('|'));
        String more = answer.substring(answer.indexOf('|') + 1).repeat(20_000);
        kept(new FakeSocketServer(path, (connection, asked) -> {
            FakeSocketServer.request(connection);
            FakeSocketServer.write(connection, begin);
            while (true) {
                FakeSocketServer.write(connection, more);
            }
        }));
        assertThatThrownBy(() -> transport().send(CALL, LONG).get()).hasCauseInstanceOf(IOException.class);
    }

    @Test
    void server_thatIsSilent_isNotWaitedForLonger() throws Exception {
        CompletableFuture<Boolean> gone = new CompletableFuture<>();
        kept(new FakeSocketServer(path, (connection, asked) -> {
            asked.add(FakeSocketServer.request(connection));
            gone.complete(connection.read(ByteBuffer.allocate(1)) < 0);
        }));
        assertThatThrownBy(() -> transport().send(CALL, Duration.ofMillis(200)).get())
                .hasCauseInstanceOf(TimeoutException.class);
        assertThat(gone.get()).as("the connection was closed").isTrue();
    }

    @Test
    void server_thatAcceptsNothing_isNotWaitedForLonger() throws Exception {
        try (ServerSocketChannel full =
                ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(path), 1)) {
            assertThat(full.isOpen()).isTrue();
            Transport impatient = kept(new SocketTransport(new UnixSocketAddress(path, null), Duration.ofMillis(300)));
            List<CompletableFuture<Reply>> calls = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                calls.add(impatient.send(CALL, Duration.ofSeconds(2)));
            }
            List<Throwable> why = new ArrayList<>();
            for (CompletableFuture<Reply> call : calls) {
                assertThatThrownBy(call::get).satisfies(e -> why.add(e.getCause()));
            }
            assertThat(why)
                    .hasAtLeastOneElementOfType(HttpConnectTimeoutException.class)
                    .allMatch(e -> e instanceof HttpConnectTimeoutException || e instanceof TimeoutException);
        }
    }

    @Test
    void connection_isUsedAgain_andReplacedWhenTheServerHasClosedIt() throws Exception {
        FakeSocketServer server = kept(new FakeSocketServer(path, (connection, asked) -> {
            for (int i = 0; i < 2; i++) {
                asked.add(FakeSocketServer.request(connection) + connection.hashCode());
                FakeSocketServer.write(connection, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
            }
        }));
        Transport transport = transport();
        for (int i = 0; i < 6; i++) {
            assertThat(transport.send(CALL, LONG).get().body()).isEqualTo("{}");
        }
        assertThat(server.asked()).hasSize(6);
        assertThat(server.asked().stream().distinct()).hasSize(3);
    }

    @Test
    void nobodyThere_isTold() throws IOException {
        assertThatThrownBy(() -> transport().send(CALL, LONG).get()).hasCauseInstanceOf(ConnectException.class);
        try (LockManager client = LockManager.open("unix:" + path)) {
            assertThatThrownBy(() -> client.acquire("a"))
                    .isInstanceOf(StoreUnreachableException.class)
                    .hasMessageContaining("The server at unix:" + path + " cannot be reached")
                    .hasMessageContaining("holdfast serve");
            assertThatThrownBy(() -> client.listen("", view -> {})).isInstanceOf(StoreUnreachableException.class);
        }
    }

    @Test
    void header_withALineBreak_isNotSent() {
        FakeSocketServer server = kept(new FakeSocketServer(path, FakeSocketServer.answering("")));
        Transport.Call forged = new Transport.Call("GET", "/", Map.of("Authorization", "a\r\nX: y"), null);
        assertThatThrownBy(() -> transport().send(forged, LONG).get()).hasCauseInstanceOf(IOException.class);
        assertThat(server.asked()).isEmpty();
    }

    @Test
    void event_thatDoesNotEnd_isNotKept() throws Exception {
        CompletableFuture<Boolean> gone = new CompletableFuture<>();
        kept(new FakeSocketServer(path, (connection, asked) -> {
            asked.add(FakeSocketServer.request(connection));
            FakeSocketServer.write(connection, "HTTP/1.1 200 OK\r\n\r\ndata: ");
            endless(connection, gone);
        }));
        try (LockManager client = LockManager.open("unix:" + path);
                Subscription listening = client.listen("", view -> {})) {
            assertThat(listening).isNotNull();
            assertThat(gone.get()).isTrue();
        }
    }

    private static void endless(SocketChannel connection, CompletableFuture<Boolean> gone) {
        String more = "x".repeat(1 << 16);
        try {
            while (true) {
                FakeSocketServer.write(connection, more);
            }
        } catch (IOException e) {
            gone.complete(true);
        }
    }

    @Test
    void token_isSentOnlyIfTheProgramGivesOne() throws Exception {
        FakeSocketServer server = kept(new FakeSocketServer(
                path,
                FakeSocketServer.answering(
                        "HTTP/1.1 200 OK\r\nContent-Length: 25\r\n\r\n{\"locks\":[],\"more\":false}")));
        try (LockManager given = HoldfastClient.open("unix:" + path, () -> "hf_given", ManagerOptions.DEFAULT);
                LockManager none = LockManager.open("unix:" + path)) {
            given.list("");
            none.list("");
        }
        assertThat(server.asked().get(0)).contains("Authorization: Bearer hf_given");
        assertThat(server.asked().get(1)).doesNotContain("Authorization");
    }

    @ParameterizedTest
    @ValueSource(strings = {"unix:", "unix:relative", "unix://host/path/../..\0", "unix:@/x", "unix:a/b@/x"})
    void addresses_thatCannotBe_areRefused(String address) {
        assertThatThrownBy(() -> LockManager.open(address))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unix:/run/holdfast/holdfast.sock");
    }

    @Test
    void path_thatIsTooLong_isToldInASentence() {
        assertThatThrownBy(() -> LockManager.open("unix:/" + "x".repeat(110)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at most 106 bytes, not 111");
    }

    @Test
    void account_thatTheServerIsNot_isRefused() {
        FakeSocketServer server = kept(new FakeSocketServer(path, FakeSocketServer.answering("")));
        try (LockManager client = LockManager.open("unix:nobody@" + path)) {
            assertThatThrownBy(() -> client.list(""))
                    .isInstanceOf(NotPermittedException.class)
                    .hasMessageContaining("not as nobody");
        }
        assertThat(server.asked()).isEmpty();
    }

    @Test
    void server_ofAnotherAccount_getsNothingUnlessItIsNamed() throws Exception {
        assumeTrue((Integer) Files.getAttribute(folder, "unix:uid") == 0, "only root can act as another account");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "there is no setpriv");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        Process stranger = StrangerServer.start(folder, path);
        try (BufferedReader told = stranger.inputReader()) {
            assertThat(told.readLine()).isEqualTo("listening");
            try (LockManager client = HoldfastClient.open("unix:" + path, () -> "hf_secret", ManagerOptions.DEFAULT)) {
                assertThatThrownBy(() -> client.list(""))
                        .isInstanceOf(NotPermittedException.class)
                        .hasMessageContaining("runs as the account nobody, which is neither yours nor root")
                        .hasMessageContaining("unix:nobody@" + path);
                assertThatThrownBy(() -> client.listen("", view -> {})).isInstanceOf(NotPermittedException.class);
            }
            assertThat(told.readLine()).isEqualTo("got 0 bytes");
            assertThat(told.readLine()).isEqualTo("got 0 bytes");
            try (LockManager client = LockManager.open("unix:nobody@" + path)) {
                assertThat(client.list("")).isEmpty();
            }
        } finally {
            stranger.destroyForcibly().waitFor();
        }
    }
}
