package dev.holdfast.store.sql.shared;

import org.jspecify.annotations.Nullable;

/**
 * A transaction that locks should join sees records as they were when it began, and would grant what was taken meanwhile: it does
 * not run at READ COMMITTED or, in SQLite, has read before others wrote. Nothing was changed, and the transaction goes on.
 */
public final class IsolationException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    public IsolationException(@Nullable Throwable cause) {
        super(
                "The transaction does not run at READ COMMITTED, as locks that join it need: begin it with"
                        + " setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED).",
                cause);
    }

    private IsolationException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Returns the exception for SQLite: the transaction has read, and another program wrote to the file since. */
    public static IsolationException outOfDate(Throwable cause) {
        return new IsolationException(
                "The transaction read before another program wrote to the file, so that it cannot write any more: roll it back"
                        + " and begin it again, best by BEGIN IMMEDIATE (SQLiteConfig.setTransactionMode(IMMEDIATE)).",
                cause);
    }
}
