package dev.holdfast.it.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.check.LongTest;
import dev.holdfast.engines.EtcdServer;
import dev.holdfast.engines.MariaServer;
import dev.holdfast.internal.access.AccessTokens;
import dev.holdfast.internal.rules.AccessToken;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Backup and restore with the tools of each engine, as docs/operations.md describes them. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EngineBackupTest {
    @TempDir
    private Path folder;

    /** A step of an administrator. */
    @FunctionalInterface
    private interface Step {
        void run() throws Exception;
    }

    static boolean hasPostgres() {
        return OwnPostgres.installed();
    }

    static boolean hasMariaTools() {
        return Tool.installed("mariadb-dump") && Tool.installed("mariadb");
    }

    static boolean hasEtcdctl() {
        return Tool.installed("etcdctl");
    }

    @Test
    @EnabledIf("hasPostgres")
    void postgresql_dumpedInUse_isRestoredAsItWas() throws Exception {
        try (OwnPostgres server = OwnPostgres.start(folder)) {
            isRestored(
                    server.address(),
                    () -> server.run("pg_dump", "--format=custom", "--file=copy.dump", "locks"),
                    () -> server.run(
                            "pg_restore",
                            "--clean",
                            "--if-exists",
                            "--single-transaction",
                            "--dbname=locks",
                            "copy.dump"));
        }
    }

    @Test
    @LongTest("the same with another engine; covered by postgresql_dumpedInUse_isRestoredAsItWas in every check")
    @EnabledIf("hasMariaTools")
    void mariadb_dumpedInUse_isRestoredAsItWas() throws Exception {
        try (MariaServer server = MariaServer.start(folder.resolve("server"))) {
            List<String> login = List.of(
                    "--host=127.0.0.1",
                    "--port=" + server.port(),
                    "--user=" + server.user(),
                    "--password=" + server.password());
            isRestored(
                    server.address(),
                    () -> Files.writeString(
                            folder.resolve("copy.sql"),
                            Tool.run(
                                    folder,
                                    Map.of(),
                                    login,
                                    "mariadb-dump",
                                    "--single-transaction",
                                    "--routines",
                                    "locks")),
                    () -> Tool.run(folder, Map.of(), login, "mariadb", "locks", "--execute=source copy.sql"));
        }
    }

    @Test
    @LongTest("the same with another engine; covered by postgresql_dumpedInUse_isRestoredAsItWas in every check")
    @EnabledIf("hasEtcdctl")
    void etcd_savedInUse_isRestoredAsItWas() throws Exception {
        Path data = folder.resolve("server");
        try (EtcdServer server = EtcdServer.start(data)) {
            Map<String, String> api = Map.of("ETCDCTL_API", "3");
            List<String> endpoint = List.of("--endpoints=http://127.0.0.1:" + server.port());
            isRestored(
                    server.address(),
                    () -> Tool.run(folder, api, endpoint, "etcdctl", "snapshot", "save", "copy.db"),
                    () -> {
                        server.kill();
                        Files.move(data.resolve("data"), folder.resolve("before"));
                        Tool.run(
                                folder,
                                api,
                                List.of("--data-dir=" + data.resolve("data")),
                                "etcdctl",
                                "snapshot",
                                "restore",
                                "copy.db");
                        server.restart();
                    });
        }
    }

    private static void isRestored(String address, Step backup, Step restore) throws Exception {
        String secret;
        long fence;
        try (LockManager locks = LockManager.open(address)) {
            secret = tokens(address)
                    .create(AccessToken.of("anna", List.of(new AccessToken.Right("admin", ""))))
                    .secret();
            LockHandle held = locks.acquire(LockRequest.of("policy/1").owner(Owner.of("anna")));
            fence = held.fence();
            backup.run();
            held.close();
            locks.acquire(LockRequest.of("policy/1").owner(Owner.of("ben"))).close();
            tokens(address).revoke("anna");
        }

        restore.run();
        try (LockManager locks = LockManager.open(address)) {
            assertThat(locks.view("policy/1").holders())
                    .as("as it was")
                    .singleElement()
                    .satisfies(holder -> assertThat(holder.hold().owner().id()).isEqualTo("anna"));
            assertThat(tokens(address).find(secret)).isPresent();
            assertThat(locks.admin().history(HistoryQuery.NEWEST)).isNotEmpty();
            assertThat(locks.admin().clear("the operator")).isEqualTo(1);
            try (LockHandle next = locks.acquire("policy/1")) {
                assertThat(next.fence()).isGreaterThan(fence);
            }
        }
    }

    private static AccessTokens tokens(String address) {
        LockStore store = StoreProvider.openStore(address, InstantSource.system());
        return new AccessTokens(store);
    }
}
