package dev.holdfast.spring;

import dev.holdfast.LockManager;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.session.LockLocation;
import dev.holdfast.session.Transactions;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Spring's transactions, of any manager: calls about locks are part of them. */
final class SpringTransactions implements Transactions {
    private final LockLocation location;
    /** The outer transactions of the thread that are suspended. */
    @SuppressWarnings("ThreadLocalUsage") // one for each location of locks; always removed again
    private final ThreadLocal<@Nullable Deque<TransactionNotes>> suspended = new ThreadLocal<>();

    SpringTransactions(LockLocation location) {
        this.location = location;
    }

    @Override
    public @Nullable LockManager joined() {
        DataSource source = location.source();
        Function<Connection, LockStore> joining = location.joining();
        if (source == null || joining == null || !joins(source)) {
            return null;
        }
        Connection connection = DataSourceUtils.getConnection(source);
        // The connection stays with the thread until the transaction ends: this only decreases its usage count.
        DataSourceUtils.releaseConnection(connection, source);
        return StoreManagers.over(joining.apply(connection), location.options());
    }

    /** Returns whether there is a writable transaction of this database, not merely a shared connection. */
    private boolean joins(DataSource source) {
        return open()
                && TransactionSynchronizationManager.getResource(source) instanceof ConnectionHolder holder
                && !readOnly(holder);
    }

    private static boolean readOnly(ConnectionHolder holder) {
        try {
            return TransactionSynchronizationManager.isCurrentTransactionReadOnly()
                    && holder.getConnection().isReadOnly();
        } catch (SQLException e) {
            throw new StoreUnreachableException("The connection of the transaction is broken: " + e.getMessage(), e);
        }
    }

    @Override
    public boolean apart() {
        DataSource source = location.source();
        return open() && (source == null || location.joining() == null || !joins(source));
    }

    @Override
    public boolean open() {
        return TransactionSynchronizationManager.isActualTransactionActive()
                && TransactionSynchronizationManager.isSynchronizationActive();
    }

    @Override
    public void onCommit(Runnable work) {
        if (!open()) {
            work.run();
            return;
        }
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                work.run();
            }
        });
    }

    @Override
    public void onRollback(Runnable work) {
        if (open()) {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCompletion(int status) {
                    if (status != STATUS_COMMITTED) {
                        work.run();
                    }
                }
            });
        }
    }

    @Override
    public void settle() {
        if (open()) {
            for (TransactionSynchronization part : TransactionSynchronizationManager.getSynchronizations()) {
                if (part instanceof PendingWrites pending) {
                    pending.write();
                }
            }
        }
    }

    @Override
    public Set<String> held() {
        TransactionNotes notes = notes();
        return notes == null ? new HashSet<>() : notes.held();
    }

    @Override
    public Set<String> changed() {
        TransactionNotes notes = notes();
        return notes == null || apart() ? new HashSet<>() : notes.changed();
    }

    @Override
    public Set<String> suspended() {
        return TransactionNotes.suspended(suspended);
    }

    /** Returns what is known of the transaction of this thread, or null without one. */
    private @Nullable TransactionNotes notes() {
        if (!open()) {
            return null;
        }
        if (TransactionSynchronizationManager.getResource(this) instanceof TransactionNotes notes) {
            return notes;
        }
        TransactionNotes notes = new TransactionNotes(this, suspended);
        TransactionSynchronizationManager.bindResource(this, notes);
        TransactionSynchronizationManager.registerSynchronization(notes);
        return notes;
    }
}
