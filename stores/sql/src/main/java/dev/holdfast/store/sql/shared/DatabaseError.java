package dev.holdfast.store.sql.shared;

import dev.holdfast.StoreException;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.StoreUnwritableException;
import java.sql.SQLException;

/** The kinds of database errors, each with a sentence that names its cause and what to do. */
public enum DatabaseError {
    /** No server answers, or the connection broke. */
    UNREACHABLE(false, "%s cannot be reached (%s): check that the server runs there and that the address is right."),
    /** One of both wants TLS and the other does not, or does not trust it. */
    TLS(
            false,
            "%s and this program cannot agree on TLS (%s): name the certificate to trust (sslrootcert for PostgreSQL,"
                    + " serverSslCert for MariaDB), the mode (sslmode, sslMode), and a host of the certificate in the"
                    + " address."),
    /** The server takes longer than a call may. */
    SLOW(false, "%s took too long (%s): it is overloaded or hangs; try again, or allow more by the option timeout."),
    /** Every connection of the pool is in use. */
    POOL_EMPTY(
            false,
            "No connection to %s became free in time (%s): allow more connections, or look for calls that keep theirs."),
    /** The server has no room for another connection, transaction or lock. */
    CROWDED(false, "%s has no room for more (%s): allow more connections or locks on the server, or use fewer."),
    /** The server is starting, stopping or not the one that may write. */
    NOT_READY(false, "%s is not ready (%s): wait until it has started, or address the server that takes changes."),
    /** Wrong user or password. */
    LOGIN(true, "%s refuses the login (%s): check user and password in the address."),
    /** Another process has the file. */
    IN_USE(
            true,
            "%s is in use by another program (%s): H2 lets one process open a file. Stop the other program, or use an H2"
                    + " server or SQLite for several."),
    NO_DATABASE(true, "%s has no such database (%s): create it, or correct the name in the address."),
    NO_RIGHT(true, "%s denies a right that Holdfast needs (%s): grant what %s lists to this user."),
    READ_ONLY(true, "%s takes no changes (%s): address the primary server, or make the database writable."),
    FULL(true, "%s has no room left on its disk (%s): free some space and try again."),
    LAYOUT(true, "%s is not laid out as Holdfast needs it (%s): apply %s, or open it once with migrate=on."),
    /** Transactions of the application's connections do not see what is current. */
    ISOLATION(true, "%s is used at the wrong isolation level (%s): set READ COMMITTED for its connections."),
    /** Anything else. */
    OTHER(false, "%s failed (%s): see the log of the server.");

    private final boolean unwritable;
    private final String sentence;

    DatabaseError(boolean unwritable, String sentence) {
        this.unwritable = unwritable;
        this.sentence = sentence;
    }

    /**
     * Returns the exception for a call that changed nothing.
     *
     * @param place the database, without secrets
     * @param ddl the file that has layout and rights
     */
    public StoreException at(String place, String ddl, SQLException e) {
        String message = String.format(sentence, place, said(e), ddl);
        return unwritable ? new StoreUnwritableException(message, e) : new StoreUnreachableException(message, e);
    }

    /** Returns the driver's message, on one line and without a full stop. */
    static String said(SQLException e) {
        String message = String.valueOf(e.getMessage()).strip();
        int line = message.indexOf('\n');
        message = line < 0 ? message : message.substring(0, line).strip();
        return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
    }
}
