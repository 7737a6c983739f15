package dev.holdfast.spring;

import dev.holdfast.rules.Owner;
import dev.holdfast.session.CurrentOwner;
import dev.holdfast.session.VersionRow;
import dev.holdfast.session.VersionTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Versions that the members of an aggregate share, in the application's database: each member has the id of its row, whose value
 * grows by one with every transaction that changes a member. Part of the transaction of the thread, which there must be.
 * Thread-safe.
 */
public final class VersionRows {
    private final JdbcOperations jdbc;

    VersionRows(JdbcOperations jdbc) {
        this.jdbc = jdbc;
    }

    private interface Work<T> {
        T on(VersionTable table) throws SQLException;
    }

    /** A new row for a new aggregate; its id. */
    public long create() {
        long id = within(table -> table.create(by()));
        here().made.add(id);
        return id;
    }

    /** As it is now: keep the value with what is edited. */
    public Optional<VersionRow> find(long id) {
        return within(table -> table.find(id));
    }

    /** A member was changed: the value grows, once in this transaction. */
    public void changed(long id) {
        Here here = here();
        if (!here.made.contains(id) && here.changed.add(id)) {
            within(table -> {
                table.increase(id, by());
                return id;
            });
        }
    }

    /**
     * The same, if nobody else has changed one since it was loaded.
     *
     * @param seen the value at that time
     * @throws dev.holdfast.session.StaleVersionException if somebody has
     */
    public void changed(long id, long seen) {
        boolean first = here().changed.add(id);
        within(table -> {
            if (first) {
                table.increase(id, seen, by());
            } else {
                table.compareIncreased(id, seen);
            }
            return id;
        });
    }

    /** Whether it was made in this transaction, so that nobody else has seen it. */
    public boolean madeHere(String id) {
        return TransactionSynchronizationManager.getResource(this) instanceof Here here
                && here.made.stream().anyMatch(made -> id.equals(Long.toString(made)));
    }

    private <T> T within(Work<T> work) {
        return jdbc.execute((ConnectionCallback<T>) connection -> work.on(table(connection)));
    }

    private static VersionTable table(Connection connection) {
        return new VersionTable(connection);
    }

    private static @Nullable String by() {
        return CurrentOwner.get().map(Owner::name).orElse(null);
    }

    private Here here() {
        if (TransactionSynchronizationManager.getResource(this) instanceof Here here) {
            return here;
        }
        if (!TransactionSynchronizationManager.isActualTransactionActive()
                || !TransactionSynchronizationManager.isSynchronizationActive()) {
            throw new IllegalStateException("A shared version changes with what it stands for: begin a transaction.");
        }
        Here here = new Here();
        TransactionSynchronizationManager.bindResource(this, here);
        TransactionSynchronizationManager.registerSynchronization(here);
        return here;
    }

    /** What was done in one transaction, which makes way for another that begins within it. */
    private final class Here implements TransactionSynchronization {
        private final Set<Long> made = new HashSet<>();
        private final Set<Long> changed = new HashSet<>();

        @Override
        public void suspend() {
            TransactionSynchronizationManager.unbindResource(VersionRows.this);
        }

        @Override
        public void resume() {
            TransactionSynchronizationManager.bindResource(VersionRows.this, this);
        }

        @Override
        public void afterCompletion(int status) {
            TransactionSynchronizationManager.unbindResourceIfPossible(VersionRows.this);
        }
    }
}
