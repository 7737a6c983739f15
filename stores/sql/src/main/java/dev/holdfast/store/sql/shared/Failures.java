package dev.holdfast.store.sql.shared;

import dev.holdfast.store.OutcomeUnknownException;
import dev.holdfast.store.StoreException;
import java.sql.SQLException;
import java.util.function.Function;
import java.util.function.Predicate;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/** The meaning of one database's errors for the caller of the store. */
public final class Failures {
    private final String place;
    private final String ddl;
    private final Function<SQLException, DatabaseError> trouble;
    private final Predicate<SQLException> refused;

    /**
     * @param place the database, without secrets
     * @param ddl the file that has layout and rights
     * @param trouble what an error of this engine says
     * @param refused whether the server itself said that it did not do what it was asked; any other error after a change was
     *     sent leaves its outcome unknown
     */
    public Failures(
            String place, String ddl, Function<SQLException, DatabaseError> trouble, Predicate<SQLException> refused) {
        this.place = place;
        this.ddl = ddl;
        this.trouble = trouble;
        this.refused = refused;
    }

    public String place() {
        return place;
    }

    public String ddl() {
        return ddl;
    }

    /** Returns the exception for an error of a call that changed nothing. */
    public StoreException unchanged(SQLException e) {
        return (distrusts(e) ? DatabaseError.TLS : trouble.apply(e)).at(place, ddl, e);
    }

    private static boolean distrusts(@Nullable Throwable e) {
        return e != null && (e instanceof SSLHandshakeException || distrusts(e.getCause()));
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
