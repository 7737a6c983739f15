package dev.holdfast.store.sql.sqlite;

import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.StoreException;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.StoreUnwritableException;
import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** The meaning of SQLite's errors for the caller of the store. */
final class SqliteFailure {
    private SqliteFailure() {}

    /** Returns whether a transaction that has read cannot write any more, since another one wrote: waiting does not help. */
    static boolean outOfDate(SQLException e) {
        return e instanceof SQLiteException of && of.getResultCode() == SQLiteErrorCode.SQLITE_BUSY_SNAPSHOT;
    }

    /** Returns the exception for an error after which the file is as it was before the call. */
    static StoreException unchanged(SqliteFile file, SQLException e) {
        return switch (code(e)) {
            case SQLITE_BUSY, SQLITE_LOCKED -> busy(file, e);
            case SQLITE_FULL ->
                new StoreUnwritableException(
                        "There is no room left to write to " + file.path()
                                + ": free some space on its disk and try again.",
                        e);
            case SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN, SQLITE_AUTH ->
                new StoreUnwritableException(
                        file.path()
                                + " cannot be opened for writing: give this user the right to write that file and its folder"
                                + ", or choose another place.",
                        e);
            case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT ->
                new StoreUnwritableException(
                        file.path()
                                + " is damaged or not a SQLite database: restore it from a backup, or move it away together"
                                + " with its -wal and -shm files to begin with no locks at all.",
                        e);
            case SQLITE_ERROR, SQLITE_SCHEMA, SQLITE_MISMATCH ->
                new StoreUnwritableException(
                        file.path() + " is not laid out as Holdfast left it (" + e.getMessage()
                                + "): restore it from a backup, or move it away to begin with no locks at all.",
                        e);
            case SQLITE_CONSTRAINT ->
                new StoreUnwritableException(
                        "A trigger or a constraint in " + file.path() + " refused the change (" + e.getMessage()
                                + "): correct what the application added to that file.",
                        e);
            default ->
                new StoreUnreachableException(
                        "The system failed to read or write " + file.path() + " (" + e.getMessage()
                                + "): check its disk and try again.",
                        e);
        };
    }

    private static StoreUnreachableException busy(SqliteFile file, SQLException e) {
        String what = " has been writing to " + file.path() + " for more than "
                + file.timeout().toSeconds() + " seconds";
        String message = file.writer()
                .map(process -> "Nothing was changed, because " + process.name() + what + ". " + process.advice())
                .orElse("Another process or connection" + what + ": wait for it or end it, then try again.");
        return new StoreUnreachableException(message, e);
    }

    /**
     * Returns the exception for an error of a commit. Without room or rights its last page, which makes it count, cannot have
     * been written. After any other error that page may stand in the log, and the next process that recovers from the log would
     * find it.
     */
    static StoreException ofCommit(SqliteFile file, SQLException e) {
        return switch (code(e)) {
            case SQLITE_FULL, SQLITE_BUSY, SQLITE_READONLY -> unchanged(file, e);
            default ->
                new OutcomeUnknownException(
                        "The system failed while " + file.path() + " was written to the disk (" + e.getMessage()
                                + "): whether the change is kept shows when it is settled; check the disk.",
                        e);
        };
    }

    private static SQLiteErrorCode code(SQLException e) {
        return SQLiteErrorCode.getErrorCode(e.getErrorCode() & 0xFF);
    }
}
