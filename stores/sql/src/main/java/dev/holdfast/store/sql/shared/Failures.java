package dev.holdfast.store.sql.shared;

import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.StoreException;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * The meaning of one database's errors for the caller of the store.
 *
 * @param place the database, without secrets
 * @param ddl the file that has layout and rights
 * @param trouble what an error of this engine says
 * @param refused whether the server itself said that it did not do what it was asked; any other error after a change was sent
 *     leaves its outcome unknown
 */
public record Failures(
        String place, String ddl, Function<SQLException, DatabaseError> trouble, Predicate<SQLException> refused) {
    private static final Pattern HOST_NAME = Pattern.compile("hostname (verification|\\S+ could not be verified)");

    /** Returns the same for tables that another file has. */
    public Failures withDdl(String file) {
        return new Failures(place, file, trouble, refused);
    }

    /** Returns the exception for an error of a call that changed nothing. */
    public StoreException unchanged(SQLException e) {
        return of(e).at(place, ddl, e);
    }

    private DatabaseError of(SQLException e) {
        if (has(SSLHandshakeException.class, e)) {
            return DatabaseError.TLS;
        }
        if (e instanceof SQLTransientConnectionException && !(e.getCause() instanceof SQLException)) {
            return DatabaseError.POOL_EMPTY;
        }
        return isOfHostName(e) ? DatabaseError.TLS : trouble.apply(e);
    }

    /** Returns whether the driver trusts the certificate but misses the host in it; drivers only say so in words. */
    private static boolean isOfHostName(SQLException e) {
        for (Throwable each = e; each != null; each = each.getCause()) {
            if (HOST_NAME.matcher(String.valueOf(each.getMessage())).find()) {
                return true;
            }
        }
        return false;
    }

    private static boolean has(Class<? extends Exception> cause, @Nullable Throwable e) {
        return e != null && (cause.isInstance(e) || has(cause, e.getCause()));
    }

    /** Returns what an error of a broken connection says. */
    public static DatabaseError ofConnection(SQLException e) {
        return has(SocketTimeoutException.class, e) ? DatabaseError.SLOW : DatabaseError.UNREACHABLE;
    }

    /** Returns the state that the server gave; a pool may have wrapped it into an error of its own. */
    public static String state(SQLException e) {
        for (Throwable each = e; each != null; each = each.getCause()) {
            if (each instanceof SQLException sql && sql.getSQLState() != null) {
                return sql.getSQLState();
            }
        }
        return "";
    }

    /** Returns the exception for an error after a change was sent. */
    public StoreException ofChange(SQLException e) {
        if (refused.test(e)) {
            return unchanged(e);
        }
        return new OutcomeUnknownException(
                "The answer of " + place + " was lost (" + DatabaseError.said(e)
                        + "): whether the change was made shows when it is settled; check server and network.",
                e);
    }
}
