package dev.holdfast.store.sql.postgres;

import dev.holdfast.spi.LockStore;
import dev.holdfast.store.sql.shared.Connections;
import dev.holdfast.store.sql.shared.Failures;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Opens stores on connections of the application. */
public final class PostgresStores {
    private static final String SOMEWHERE = "PostgreSQL behind the application's DataSource";

    private PostgresStores() {}

    /** Opens a store that takes connections as it needs them. */
    public static LockStore over(DataSource source, String schemaName, boolean migrate) {
        PostgresSchema schema = PostgresSchema.named(schemaName);
        String address =
                Connections.of(source, PostgresErrors.failures(SOMEWHERE)).read(Connections::address);
        Failures failures = PostgresErrors.failures("PostgreSQL at " + address);
        return PostgresLockStore.open(address, Connections.of(source, failures), schema, migrate, failures);
    }

    /** Opens a store that joins an open transaction. */
    public static LockStore joining(Connection transaction, String schemaName) {
        PostgresSchema schema = PostgresSchema.named(schemaName);
        try {
            return new PostgresJoinedLockStore(transaction, schema, Connections.address(transaction));
        } catch (SQLException e) {
            throw PostgresErrors.failures(SOMEWHERE).unchanged(e);
        }
    }
}
