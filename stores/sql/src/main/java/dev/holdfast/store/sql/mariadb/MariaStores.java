package dev.holdfast.store.sql.mariadb;

import dev.holdfast.spi.LockStore;
import dev.holdfast.store.sql.shared.Connections;
import dev.holdfast.store.sql.shared.Failures;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Opens stores on connections of the application. */
public final class MariaStores {
    private static final String SOMEWHERE = "MariaDB behind the application's DataSource";

    private MariaStores() {}

    /** Opens a store that takes connections as it needs them. */
    public static LockStore over(DataSource source, boolean migrate) {
        String address = Connections.of(source, MariaErrors.failures(SOMEWHERE)).read(Connections::address);
        Failures failures = MariaErrors.failures("MariaDB at " + address);
        return MariaLockStore.over(address, Connections.of(source, failures), migrate, failures);
    }

    /** Opens a store that joins an open transaction. */
    public static LockStore joining(Connection transaction) {
        try {
            return new MariaJoinedLockStore(transaction, Connections.address(transaction));
        } catch (SQLException e) {
            throw MariaErrors.failures(SOMEWHERE).unchanged(e);
        }
    }
}
