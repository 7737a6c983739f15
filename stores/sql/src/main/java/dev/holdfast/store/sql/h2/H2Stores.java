package dev.holdfast.store.sql.h2;

import dev.holdfast.spi.LockStore;
import dev.holdfast.store.sql.shared.Connections;
import dev.holdfast.store.sql.shared.Failures;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Opens stores on connections of the application. */
public final class H2Stores {
    private static final String SOMEWHERE = "H2 behind the application's DataSource";

    private H2Stores() {}

    /** Opens a store that takes connections as it needs them. */
    public static LockStore over(DataSource source, boolean migrate) {
        String address = Connections.of(source, H2Errors.failures(SOMEWHERE)).read(H2Stores::address);
        Failures failures = H2Errors.failures("H2 at " + address);
        return H2LockStore.over(address, Connections.of(source, failures), migrate, failures);
    }

    /** Opens a store that joins an open transaction. */
    public static LockStore joining(Connection transaction) {
        try {
            return new H2JoinedLockStore(transaction, address(transaction));
        } catch (SQLException e) {
            throw H2Errors.failures(SOMEWHERE).unchanged(e);
        }
    }

    /** Returns the address of a database as this module writes it. */
    private static String address(Connection connection) throws SQLException {
        return Connections.address(connection)
                .replaceFirst("^h2:(tcp|ssl)://", "h2://")
                .replaceFirst("^h2:(file|async):", "h2:");
    }
}
