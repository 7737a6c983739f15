package dev.holdfast.store.sql.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.process.FileLockWait;
import dev.holdfast.internal.storage.ValueStore;
import dev.holdfast.spi.LockStore;
import dev.holdfast.store.sql.values.ValueStoreContract;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteValuesTest extends ValueStoreContract {
    @TempDir
    Path folder;

    @Override
    protected LockStore open() {
        return SqliteLockStore.open(
                SqliteFile.at(folder.resolve("locks.db"), FileLockWait.STUCK), InstantSource.system());
    }

    @Override
    protected List<Path> printedAndApplied() {
        return List.of(
                Path.of("../../docs/sql/values-sqlite.sql"),
                Path.of("src/main/resources/dev/holdfast/store/sql/sqlite/values-1.sql"));
    }

    @Test
    void extension_ofAnotherType_isNotThere() {
        try (LockStore store = open()) {
            assertThat(store.extension(Path.class)).isEmpty();
            assertThat(store.extension(ValueStore.class)).isPresent();
        }
    }
}
