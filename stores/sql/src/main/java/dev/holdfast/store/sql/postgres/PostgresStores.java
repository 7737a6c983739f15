package dev.holdfast.store.sql.postgres;

import dev.holdfast.store.LockStore;
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
                Connections.of(source, PostgresErrors.failures(SOMEWHERE)).read(PostgresStores::address);
        Failures failures = PostgresErrors.failures("PostgreSQL at " + address);
        return PostgresLockStore.open(address, Connections.of(source, failures), schema, migrate, failures);
    }

    /** Opens a store that joins an open transaction. */
    public static LockStore joining(Connection transaction, String schemaName) {
        PostgresSchema schema = PostgresSchema.named(schemaName);
        try {
            return new JoinedLockStore(transaction, schema, address(transaction));
        } catch (SQLException e) {
            throw PostgresErrors.failures(SOMEWHERE).unchanged(e);
        }
    }

    /** Returns the driver's address without what follows the question mark: there may be a password. */
    private static String address(Connection connection) throws SQLException {
        String url = connection.getMetaData().getURL();
        int question = url.indexOf('?');
        String plain = question < 0 ? url : url.substring(0, question);
        return plain.startsWith("jdbc:") ? plain.substring("jdbc:".length()) : plain;
    }
}
