package dev.holdfast.spring;

import dev.holdfast.Owner;
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
 * The shared versions of aggregates, in the application's database. Each member has the id of its row, whose value increases by
 * one with every transaction that changes a member. Needs a transaction of the thread, and is part of it. Thread-safe.
 */
public final class VersionRows {
    private final JdbcOperations jdbc;

    VersionRows(JdbcOperations jdbc) {
        this.jdbc = jdbc;
    }

    private interface Work<T> {
        T on(VersionTable table) throws SQLException;
    }

    /** Creates a row for a new aggregate, and returns its id. */
    public long create() {
        long id = within(table -> table.create(by()));
        here().made.add(id);
        return id;
    }

    /** Returns the current row. Keep its value with the data that is edited. */
    public Optional<VersionRow> find(long id) {
        return within(table -> table.find(id));
    }

    /** Increases the value after a change of a member, once in this transaction. */
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
     * Increases the value, if no other transaction has changed a member since it was loaded.
     *
     * @param seen the value at that time
     * @throws dev.holdfast.session.StaleVersionException if another transaction has
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

    /** Returns whether the row was created in this transaction, so that no other one has seen it. */
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
            throw new IllegalStateException("A shared version changes together with its data: begin a transaction.");
        }
        Here here = new Here();
        TransactionSynchronizationManager.bindResource(this, here);
        TransactionSynchronizationManager.registerSynchronization(here);
        return here;
    }

    /** The rows of one transaction. Suspended while another one runs within it. */
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
