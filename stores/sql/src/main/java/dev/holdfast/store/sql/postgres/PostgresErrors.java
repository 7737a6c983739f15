package dev.holdfast.store.sql.postgres;

import dev.holdfast.store.sql.shared.DatabaseError;
import dev.holdfast.store.sql.shared.Failures;
import java.sql.SQLException;
import java.util.Set;

/** The meaning of PostgreSQL's errors. */
final class PostgresErrors {
    /** Our function's own error, when it is called at another isolation level than it can work at. */
    static final String ISOLATION = "HF001";

    static final String DDL = "docs/sql/postgresql.sql";
    static final String VALUES_DDL = "docs/sql/values-postgresql.sql";

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
        String state = Failures.state(e);
        return switch (state.length() < 2 ? "" : state.substring(0, 2)) {
            case "08" -> Failures.ofConnection(e);
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

    /**
     * Returns whether the server answered that the statement failed, which rolls it back whole. A connection that broke, or a
     * server that went down, may have committed before.
     */
    private static boolean refused(SQLException e) {
        String state = Failures.state(e);
        boolean cancelled = state.equals("57014");
        return state.length() == 5
                && (cancelled
                        || !(state.startsWith("08")
                                || state.startsWith("57")
                                || state.startsWith("58")
                                || state.startsWith("XX")));
    }
}
