package dev.holdfast.store.sql.postgres;

import dev.holdfast.store.sql.shared.DatabaseError;
import dev.holdfast.store.sql.shared.Failures;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The meaning of PostgreSQL's errors. */
final class PostgresErrors {
    /** Our function's own error, when it is called at another isolation level than it can work at. */
    static final String ISOLATION = "HF001";

    static final String DDL = "docs/sql/postgresql.sql";

    /** Another transaction, not one of ours, has the row or the key. */
    private static final Set<String> HELD = Set.of("55P03", "23505", "40P01", "40001");

    private PostgresErrors() {}

    static Failures failures(String place) {
        return new Failures(place, DDL, PostgresErrors::of, PostgresErrors::refused);
    }

    static boolean held(SQLException e) {
        return e.getSQLState() != null && HELD.contains(e.getSQLState());
    }

    static DatabaseError of(SQLException e) {
        if (e instanceof SQLTransientConnectionException && !(e.getCause() instanceof SQLException)) {
            return DatabaseError.POOL_EMPTY;
        }
        if (DatabaseError.isOfHostName(e)) {
            return DatabaseError.TLS;
        }
        String state = state(e);
        return switch (state.length() < 2 ? "" : state.substring(0, 2)) {
            case "08" -> timedOut(e) ? DatabaseError.SLOW : DatabaseError.UNREACHABLE;
            case "28" -> DatabaseError.LOGIN;
            case "3D" -> DatabaseError.NO_DATABASE;
            case "25" -> DatabaseError.READ_ONLY;
            case "HF" -> DatabaseError.ISOLATION;
            case "42", "3F" -> state.equals("42501") ? DatabaseError.NO_RIGHT : DatabaseError.LAYOUT;
            case "53" -> state.equals("53100") ? DatabaseError.FULL : DatabaseError.CROWDED;
            case "57" -> state.equals("57014") ? DatabaseError.SLOW : DatabaseError.NOT_READY;
            case "55" -> DatabaseError.SLOW;
            default -> DatabaseError.OTHER;
        };
    }

    /** Returns the state that the server gave; a pool may have wrapped it into an error of its own. */
    private static String state(SQLException e) {
        for (Throwable each = e; each != null; each = each.getCause()) {
            if (each instanceof SQLException sql && sql.getSQLState() != null) {
                return sql.getSQLState();
            }
        }
        return "";
    }

    private static boolean timedOut(@Nullable Throwable e) {
        return e != null && (e instanceof SocketTimeoutException || timedOut(e.getCause()));
    }

    /**
     * Returns whether the server answered that the statement failed, which rolls it back whole. A connection that broke, or a
     * server that went down, may have committed before.
     */
    private static boolean refused(SQLException e) {
        String state = state(e);
        boolean cancelled = state.equals("57014");
        return state.length() == 5
                && (cancelled
                        || !(state.startsWith("08")
                                || state.startsWith("57")
                                || state.startsWith("58")
                                || state.startsWith("XX")));
    }
}
