package dev.holdfast.store.sql.mariadb;

import dev.holdfast.spi.Group;
import dev.holdfast.store.sql.shared.Call;
import dev.holdfast.store.sql.shared.IsolationException;
import dev.holdfast.store.sql.shared.JoinedStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Records in MariaDB, read and changed in a transaction that belongs to the application: what is done here is committed or
 * rolled back with it. Our procedure works within a savepoint, so that no failure can spoil the transaction. Used by one thread.
 */
final class MariaJoinedLockStore extends JoinedStore {

    MariaJoinedLockStore(Connection transaction, String address) throws SQLException {
        super(transaction, address, MariaErrors.failures("MariaDB at " + address), MariaDialect.dialect());
        requireTransaction(transaction);
    }

    @Override
    protected void requireTransaction(Connection joined) throws SQLException {
        requireBegun(joined);
        if (joined.getTransactionIsolation() != Connection.TRANSACTION_READ_COMMITTED) {
            throw new IsolationException(null);
        }
    }

    @Override
    protected Call call(Group group) {
        return new MariaBatch(List.of(group), false);
    }
}
