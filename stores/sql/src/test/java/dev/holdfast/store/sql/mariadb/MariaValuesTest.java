package dev.holdfast.store.sql.mariadb;

import dev.holdfast.engines.MariaServer;
import dev.holdfast.spi.LockStore;
import dev.holdfast.store.sql.values.ValueStoreContract;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

class MariaValuesTest extends ValueStoreContract {
    @Override
    protected LockStore open() {
        return new MariaProvider()
                .open(MariaServer.shared().address() + "?connections=7&timeout=2m", InstantSource.system());
    }

    @Override
    protected List<Path> printedAndApplied() {
        return List.of(
                Path.of("../../docs/sql/values-mariadb.sql"),
                Path.of("src/main/resources/dev/holdfast/store/sql/mariadb/values-1.sql"));
    }
}
