package dev.holdfast.it.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
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

/** Backup and restore of SQLite, as docs/operations.md describes them. */
@EnabledIf("hasSqlite")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BackupTest {
    @TempDir
    private Path folder;

    static boolean hasSqlite() {
        return Command.installed("sqlite3");
    }

    @Test
    void backup_ofAStoreInUse_isRestoredAsItWas() throws Exception {
        Path file = folder.resolve("locks.db");
        String secret;
        long fence;
        try (LockManager locks = LockManager.open("sqlite:" + file)) {
            secret = tokens(file)
                    .create(AccessToken.of("anna", List.of(new AccessToken.Right("admin", ""))))
                    .secret();
            LockHandle held = locks.acquire(LockRequest.of("policy/1").owner(Owner.of("anna")));
            Command.run(folder, Map.of(), List.of("sqlite3", "locks.db", ".backup copy.db"));
            fence = held.fence();
            held.close();
            locks.acquire(LockRequest.of("policy/1").owner(Owner.of("ben"))).close();
        }

        for (String part : List.of("locks.db", "locks.db-wal", "locks.db-shm")) {
            Files.deleteIfExists(folder.resolve(part));
        }
        Files.copy(folder.resolve("copy.db"), file);
        try (LockManager locks = LockManager.open("sqlite:" + file)) {
            assertThat(locks.view("policy/1").holders().get(0).hold().owner().id())
                    .as("as it was")
                    .isEqualTo("anna");
            assertThat(tokens(file).find(secret)).isPresent();
            assertThat(locks.admin().history(HistoryQuery.NEWEST)).isNotEmpty();
            assertThat(locks.admin().clear("the operator")).isEqualTo(1);
            try (LockHandle next = locks.acquire("policy/1")) {
                assertThat(next.fence()).isGreaterThan(fence);
            }
        }
    }

    private static AccessTokens tokens(Path file) {
        LockStore store = StoreProvider.openStore("sqlite:" + file, InstantSource.system());
        return new AccessTokens(store);
    }
}
