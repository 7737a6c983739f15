package dev.holdfast.store.sql.h2;

import dev.holdfast.StoreException;
import dev.holdfast.store.sql.shared.DatabaseError;
import dev.holdfast.store.sql.shared.Failures;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.Set;

/** The meaning of H2's errors. */
final class H2Errors {
    static final String DDL = "docs/sql/h2.sql";
    static final String VALUES_DDL = "docs/sql/values-h2.sql";

    /** A row that another program has in its transaction, or made or changed a moment ago without its guard. */
    private static final Set<Integer> BUSY = Set.of(50200, 40001, 90131, 23505);

    /** A connection whose other end is gone, or did not answer in time. */
    private static final Set<Integer> BROKEN = Set.of(90067, 90121);

    private H2Errors() {}

    /** Returns the meaning of errors. Those before a commit change nothing; of a commit, no error shows that it was not made. */
    static Failures failures(String place) {
        return new Failures(place, DDL, H2Errors::of, e -> false);
    }

    static boolean isBusy(SQLException e) {
        return BUSY.contains(code(e));
    }

    static DatabaseError of(SQLException e) {
        return switch (code(e)) {
            case 28000 -> DatabaseError.LOGIN;
            case 90013, 90146, 90149 -> DatabaseError.NO_DATABASE;
            case 90040, 90096 -> DatabaseError.NO_RIGHT;
            case 90097 -> DatabaseError.READ_ONLY;
            case 90020 -> DatabaseError.IN_USE;
            case 8001 -> DatabaseError.POOL_EMPTY;
            case 90067, 90098, 90121 -> Failures.ofConnection(e);
            case 42102, 42103, 42104, 42122, 90036, 90037, 90079, 90109 -> DatabaseError.LAYOUT;
            case 50200, 57014 -> DatabaseError.SLOW;
            case 90135 -> DatabaseError.NOT_READY;
            case 90028, 90031 -> isFull(e) ? DatabaseError.FULL : DatabaseError.OTHER;
            default -> Failures.state(e).startsWith("08") ? Failures.ofConnection(e) : DatabaseError.OTHER;
        };
    }

    /** Returns whether a server was reached and the connection then broke. H2 often does not say why. */
    static boolean isBrokenOff(StoreException e) {
        if (!(e.getCause() instanceof SQLException cause) || !BROKEN.contains(code(cause))) {
            return false;
        }
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof SocketException || each instanceof UnknownHostException) {
                return false;
            }
        }
        return true;
    }

    private static boolean isFull(Throwable e) {
        for (Throwable each = e; each != null; each = each.getCause()) {
            if (String.valueOf(each.getMessage()).contains("No space left")) {
                return true;
            }
        }
        return false;
    }

    /** Returns H2's number of the error; a pool may have wrapped it into an error of its own. */
    private static int code(SQLException e) {
        for (Throwable each = e; each != null; each = each.getCause()) {
            if (each instanceof SQLException sql && sql.getErrorCode() > 0) {
                return sql.getErrorCode();
            }
        }
        return 0;
    }
}
