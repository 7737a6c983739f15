package dev.holdfast.store.sql.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.holdfast.LockManager.StoreTraits;
import dev.holdfast.Preset;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.store.sql.Records;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqliteProviderTest {
    @TempDir
    private Path folder;

    @Test
    void provider_isFoundByItsScheme() {
        assertThat(ServiceLoader.load(StoreProvider.class))
                .anySatisfy(provider -> assertThat(provider.schemes()).contains("sqlite"));
    }

    @Test
    void open_newFile_makesItAndItsFolders() {
        Path file = folder.resolve("a/b c/locks.db");
        try (LockStore store = new SqliteProvider().open("sqlite:" + file, InstantSource.system())) {
            assertThat(file).isRegularFile();
            assertThat(store.traits())
                    .isEqualTo(new StoreTraits("sqlite:" + file, Preset.OFFLINE, false, false, false));
        }
    }

    @Test
    void close_lastOne_leavesOnlyTheFile() throws Exception {
        Path file = folder.resolve("locks.db");
        LockStore store = new SqliteProvider().open("sqlite:" + file, InstantSource.system());
        Records.applied(store, Records.acquire("a", "ann"));
        store.close();
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void path_relative_isBelowTheWorkingFolder() {
        assertThat(SqliteProvider.path("sqlite:x/locks.db"))
                .isEqualTo(Path.of("").toAbsolutePath().resolve("x/locks.db"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sqlite:",
                "sqlite: ",
                "sqlite::memory:",
                "sqlite:file:x?mode=memory",
                "sqlite:x.db?cache=shared",
                "sqlite:a\0b",
                "postgresql:x"
            })
    void path_notAFile_isRefusedWithOneThatIs(String address) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SqliteProvider.path(address))
                .withMessageContaining("Write sqlite:locks.db");
    }
}
