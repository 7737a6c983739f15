package dev.holdfast.store.sql.shared;

import org.jspecify.annotations.Nullable;

/**
 * A transaction that locks should join does not run at READ COMMITTED. At other levels it would see records as they were when it
 * began, and grant what was taken meanwhile. Nothing was changed, and the transaction goes on.
 */
public final class IsolationException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    public IsolationException(@Nullable Throwable cause) {
        super(
                "The transaction does not run at READ COMMITTED, as locks that join it need: begin it with"
                        + " setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED).",
                cause);
    }
}
