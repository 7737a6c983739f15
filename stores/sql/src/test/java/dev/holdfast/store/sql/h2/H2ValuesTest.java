package dev.holdfast.store.sql.h2;

import dev.holdfast.spi.LockStore;
import dev.holdfast.store.sql.values.ValueStoreContract;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

class H2ValuesTest extends ValueStoreContract {
    private final String address = H2Databases.fresh() + "?timeout=2m";

    @Override
    protected LockStore open() {
        return new H2Provider().open(address, InstantSource.system());
    }

    @Override
    protected List<Path> printedAndApplied() {
        return List.of(
                Path.of("../../docs/sql/values-h2.sql"),
                Path.of("src/main/resources/dev/holdfast/store/sql/h2/values-1.sql"));
    }
}
