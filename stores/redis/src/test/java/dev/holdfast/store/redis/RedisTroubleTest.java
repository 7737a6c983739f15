package dev.holdfast.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.StoreException;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.engines.RedisServer;
import dev.holdfast.engines.Wires;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every trouble that people can do something about is one sentence with its cause and its cure. */
@Timeout(180)
class RedisTroubleTest {
    @TempDir
    private static Path folder;

    private static RedisServer server;
    private static RedisAdmin admin;

    @BeforeAll
    static void start() {
        server = RedisServer.durable(folder, "--lua-time-limit", "100");
        admin = new RedisAdmin(server);
    }

    @AfterAll
    static void end() {
        admin.close();
        server.close();
    }

    @AfterEach
    void healthy() {
        admin.redis().configSet("maxmemory", "0");
        admin.redis().configSet("maxmemory-policy", "noeviction");
    }

    private static LockStore open(String address) {
        return new RedisStoreProvider().open(address, InstantSource.system());
    }

    private static String at(int port, String rest) {
        return "redis://:" + Wires.PASSWORD + "@127.0.0.1:" + port + rest;
    }

    private static void fails(String address, Class<? extends StoreException> type, String... says) {
        assertThatThrownBy(() -> open(address).close())
                .isInstanceOf(type)
                .hasMessageContainingAll(says)
                .hasMessageContaining("127.0.0.1:")
                .hasMessageNotContaining(Wires.PASSWORD)
                .hasMessageMatching("[^\n]{30,}\\.");
    }

    @Test
    void password_wrongOrMissing_isToldApart() {
        fails("redis://:wrong@127.0.0.1:" + server.port(), StoreUnwritableException.class, "user with that password");
        fails(
                "redis://eve:wrong@127.0.0.1:" + server.port(),
                StoreUnwritableException.class,
                "user with that password");
        fails("redis://127.0.0.1:" + server.port(), StoreUnwritableException.class, "wants a password");
    }

    @Test
    void database_thatIsNotThere_isTold() {
        fails(at(server.port(), "/99"), StoreUnwritableException.class, "has no database 99");
        try (LockManager locks = LockManager.open(at(server.port(), "/3"))) {
            locks.acquire("in another database").close();
        }
    }

    @Test
    void host_unknown_isTold() {
        assertThatThrownBy(() ->
                        open("redis://no-such-host.invalid:6379?timeout=5s").close())
                .isInstanceOf(StoreUnreachableException.class)
                .hasMessageContaining("no-such-host.invalid:6379 cannot be found");
    }

    @Test
    void somethingElse_onThePort_isTold() throws Exception {
        try (ServerSocket web = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            answering(web, "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
            fails(at(web.getLocalPort(), "?timeout=2s"), StoreUnreachableException.class, " port ");
        }
        try (ServerSocket mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            fails(
                    at(mute.getLocalPort(), "?timeout=500ms"),
                    StoreUnreachableException.class,
                    "does not answer within 500 ms");
        }
    }

    private static void answering(ServerSocket door, String text) {
        Thread thread = new Thread(() -> {
            try {
                while (true) {
                    Socket client = door.accept();
                    client.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
                    client.shutdownOutput();
                }
            } catch (IOException e) {
                // closed
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Test
    void tls_whereThereIsNone_isTold() {
        fails("rediss://:x@127.0.0.1:" + server.port() + "?timeout=5s", StoreUnreachableException.class, "TLS");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> open("rediss://127.0.0.1:" + server.port() + "?ca=/no/such.pem"))
                .withMessageContaining("/no/such.pem");
    }

    @Test
    void layout_newer_isLeftAlone() {
        String address = RedisServers.newPlace(server.address());
        String records = '{' + address.substring(address.indexOf("prefix=") + 7) + "}:records";
        admin.redis().hset(records, "!layout", "7");
        fails(address, StoreUnwritableException.class, "layout 7", "update");
        assertThat(admin.redis().hgetall(records)).hasSize(1);
    }

    @Test
    void keys_ofSomebodyElse_areLeftAlone() {
        String address = RedisServers.newPlace(server.address());
        String records = '{' + address.substring(address.indexOf("prefix=") + 7) + "}:records";
        admin.redis().set(records, "mine");
        fails(address, StoreUnwritableException.class, "has other things", "prefix");
        assertThat(admin.redis().get(records)).isEqualTo("mine");
    }

    @Test
    void memory_full_refusesToTakeAndLetsGiveBack() {
        try (LockManager locks = LockManager.open(RedisServers.newPlace(server.address()))) {
            var held = locks.acquire("held");
            admin.redis().configSet("maxmemory", "1");
            assertThatThrownBy(() -> locks.acquire("another"))
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessageContaining("maxmemory");
            held.close();
            assertThat(locks.view("held").free()).isTrue();
            admin.redis().configSet("maxmemory", "0");
            locks.acquire("another").close();
        }
    }

    @Test
    void eviction_isRefusedWarnedOfOrIgnored() {
        admin.redis().configSet("maxmemory", "1gb");
        admin.redis().configSet("maxmemory-policy", "allkeys-lru");
        String address = RedisServers.newPlace(server.address());
        fails(address, StoreUnwritableException.class, "allkeys-lru", "noeviction", "eviction=warn");
        try (LockStore store = open(address + "&eviction=warn")) {
            assertThat(store.warnings())
                    .singleElement()
                    .satisfies(warning -> assertThat(warning).contains("may remove locks"));
            assertThat(store.warnings()).isEmpty();
        }
        try (LockStore store = open(address + "&eviction=ignore")) {
            assertThat(store.warnings()).isEmpty();
        }
        admin.redis().configSet("maxmemory-policy", "volatile-lru");
        open(address).close();
    }

    @Test
    void script_ofSomebodyElse_thatBlocksTheServer_isTold() throws Exception {
        try (LockManager locks = LockManager.open(RedisServers.newPlace(server.address()) + "&timeout=5s");
                RedisAdmin busy = new RedisAdmin(server)) {
            locks.acquire("before").close();
            Thread script = new Thread(() -> {
                try {
                    busy.redis().eval("while true do end", io.lettuce.core.ScriptOutputType.STATUS);
                } catch (RuntimeException e) {
                    // killed
                }
            });
            script.start();
            try {
                await().atMost(Duration.ofSeconds(90))
                        .untilAsserted(() -> assertThatThrownBy(() -> locks.view("x"))
                                .isInstanceOf(StoreUnreachableException.class)
                                .hasMessageContaining("SCRIPT KILL"));
                assertThatThrownBy(() -> locks.acquire("x"))
                        .isInstanceOf(StoreUnreachableException.class)
                        .hasMessageContaining("SCRIPT KILL");
            } finally {
                admin.redis().scriptKill();
                script.join(10_000);
            }
            locks.acquire("after").close();
        }
    }

    @Test
    void scripts_forgottenByTheServer_areTaughtAgain() {
        try (LockManager locks = LockManager.open(RedisServers.newPlace(server.address()))) {
            locks.acquire("before").close();
            admin.redis().scriptFlush();
            try (LockHandle handle = locks.acquire("after")) {
                assertThat(handle.isHeld()).isTrue();
                assertThat(locks.view("after").free()).isFalse();
            }
            assertThat(locks.view("after").free()).isTrue();
        }
    }

    @Test
    void replica_takesNoChanges_andCountsWhenWaitedFor(@TempDir Path other) throws Exception {
        String place = RedisServers.newPlace(server.address()) + "&wait=1&timeout=2s";
        try (LockStore store = open(place)) {
            Change change = Change.put(Key.lock("page"), Change.ABSENT, LockState.FREE);
            assertThatThrownBy(() -> store.apply(List.of(Group.of(change))))
                    .isInstanceOf(OutcomeUnknownException.class)
                    .hasMessageContaining("0 of 1 replicas");
            assertThatThrownBy(() -> store.read(List.of(Key.lock("page"))))
                    .isInstanceOf(StoreUnreachableException.class)
                    .hasMessageContaining("0 of 1 replicas");
        }
        try (RedisServer replica = RedisServer.start(
                other, "--replicaof", "127.0.0.1", Integer.toString(server.port()), "--masterauth", Wires.PASSWORD)) {
            await().atMost(Duration.ofSeconds(90))
                    .until(() -> admin.redis().info("replication").contains("state=online"));
            fails(replica.address(), StoreUnwritableException.class, "is a replica", "master");
            try (LockManager locks = LockManager.open(place)) {
                locks.acquire("page").close();
            }
        }
    }

    @Test
    void server_thatBecomesAReplica_isTold(@TempDir Path other) {
        try (RedisServer own = RedisServer.durable(other);
                RedisAdmin ownAdmin = new RedisAdmin(own);
                LockManager locks = LockManager.open(own.address())) {
            locks.acquire("before").close();
            ownAdmin.redis().replicaof("127.0.0.1", 1);
            assertThatThrownBy(() -> locks.acquire("page"))
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessageContaining("is a replica");
            ownAdmin.redis().replicaofNoOne();
            locks.acquire("page").close();
        }
    }
}
