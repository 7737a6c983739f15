package dev.holdfast.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Lease;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.engines.EtcdServer;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import io.etcd.jetcd.api.Permission;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An etcd that demands a login. */
class EtcdLoginTest {
    private static final String SECRET = "open-sesame";

    @TempDir
    private static Path folder;

    private static EtcdServer server;

    @BeforeAll
    static void start() {
        server = EtcdServer.start(folder, "--unsafe-no-fsync");
        try (Admin admin = new Admin("etcd://127.0.0.1:" + server.port())) {
            admin.addUser("root", SECRET, "root");
            admin.addUser("ann", SECRET, "locker");
            admin.permit("locker", Permission.Type.READWRITE, "app/locks/");
            admin.addUser("bob", SECRET, "reader");
            admin.permit("reader", Permission.Type.READ, "app/locks/");
            admin.demandLogin();
        }
    }

    @AfterAll
    static void end() {
        server.close();
    }

    private static String address(String login, String prefix) {
        return "etcd://" + login + "127.0.0.1:" + server.port() + "/" + prefix;
    }

    @Test
    @DisplayName("A role with readwrite on the prefix, as the README says, is enough for everything")
    void user_withTheRoleOfTheReadme_mayDoAll() throws Exception {
        String address = address("ann:" + SECRET + "@", "app/locks");
        try (LockManager locks = LockManager.open(address);
                LockManager other = LockManager.open(address)) {
            AtomicInteger seen = new AtomicInteger();
            try (var listening = other.listen("", view -> seen.incrementAndGet());
                    LockHandle handle = locks.acquire("a")) {
                assertThat(listening).isNotNull();
                Awaitility.await().atMost(Duration.ofSeconds(90)).until(() -> seen.get() > 0);
                assertThat(other.tryAcquire("a").granted()).isFalse();
                handle.heartbeat();
                assertThat(other.list("")).hasSize(1);
            }
            assertThat(other.admin().sweep()).isZero();
            assertThat(other.admin().history(HistoryQuery.NEWEST)).isNotEmpty();
        }
    }

    @Test
    @DisplayName("A token that the server has forgotten is replaced, and nothing is done twice")
    void token_forgottenByTheServer_isReplaced() {
        try (LockStore store = Stores.open(address("ann:" + SECRET + "@", "app/locks"))) {
            server.kill();
            server.restart();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(90))
                    .ignoreExceptionsInstanceOf(StoreUnreachableException.class)
                    .until(() -> {
                        store.read(List.of());
                        return true;
                    });
            long version =
                    Stores.applied(store, Stores.acquire("token", Lease.NONE)).version();
            assertThat(store.read(List.of(Key.lock("token"))).version(Key.lock("token")))
                    .isEqualTo(version);
        }
    }

    @Test
    void password_wrong_isToldWithoutIt() {
        assertThatThrownBy(() -> Stores.open(address("ann:swordfish@", "app/locks")))
                .isInstanceOf(StoreUnwritableException.class)
                .hasMessage("etcd at 127.0.0.1:" + server.port()
                        + " does not accept user ann with the given password: correct it in the address.");
    }

    @Test
    void login_missing_isTold() {
        assertThatThrownBy(() -> Stores.open(address("", "app/locks")))
                .isInstanceOf(StoreUnwritableException.class)
                .hasMessageContaining("asks for a login: write etcd://user:password@");
    }

    @Test
    void right_missing_namesUserAndPrefix() {
        assertThatThrownBy(() -> Stores.open(address("ann:" + SECRET + "@", "other")))
                .isInstanceOf(StoreUnwritableException.class)
                .hasMessageContaining("User ann of etcd at 127.0.0.1:" + server.port())
                .hasMessageContaining(
                        "below other/: give a role of that user the permission readwrite on that prefix.");
    }

    @Test
    @DisplayName("Who may only read is told so when writing")
    void right_toWriteMissing_isTold() {
        try (LockStore writer = Stores.open(address("ann:" + SECRET + "@", "app/locks"));
                LockStore reader = Stores.open(address("bob:" + SECRET + "@", "app/locks"))) {
            Stores.applied(writer, Stores.acquire("read", Lease.NONE));
            assertThat(reader.read(List.of(Key.lock("read"))).entries()).hasSize(1);
            assertThatThrownBy(() -> reader.apply(List.of(Stores.acquire("mine", Lease.NONE))))
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessageContaining("User bob");
            assertThat(writer.read(List.of(Key.lock("mine"))).entries()).isEmpty();
        }
    }
}
