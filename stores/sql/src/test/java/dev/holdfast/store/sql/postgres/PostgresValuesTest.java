package dev.holdfast.store.sql.postgres;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.StoreUnwritableException;
import dev.holdfast.engines.PostgresServer;
import dev.holdfast.internal.storage.ValueStore;
import dev.holdfast.spi.LockStore;
import dev.holdfast.store.sql.values.ValueStoreContract;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

class PostgresValuesTest extends ValueStoreContract {
    private static final String SCHEMA = Schemas.fresh();

    @Override
    protected LockStore open() {
        return open("");
    }

    private static LockStore open(String option) {
        return new PostgresProvider()
                .open(
                        PostgresServer.shared().address() + "?connections=7&timeout=2m&schema=" + SCHEMA + option,
                        InstantSource.system());
    }

    @Override
    protected List<Path> printedAndApplied() {
        return List.of(
                Path.of("../../docs/sql/values-postgresql.sql"),
                Path.of("src/main/resources/dev/holdfast/store/sql/postgres/values-1.sql"));
    }

    @Test
    void extension_withoutItsTables_namesTheFileToApply() {
        PostgresServer.shared().execute("DROP TABLE " + SCHEMA + ".value_layout");
        try (LockStore store = open("&migrate=off")) {
            assertThatThrownBy(() -> store.extension(ValueStore.class))
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessageContaining("docs/sql/values-postgresql.sql");
        } finally {
            PostgresServer.shared()
                    .execute("CREATE TABLE " + SCHEMA + ".value_layout (number integer); INSERT INTO " + SCHEMA
                            + ".value_layout VALUES (1)");
        }
    }
}
