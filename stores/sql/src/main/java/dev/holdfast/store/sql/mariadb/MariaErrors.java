package dev.holdfast.store.sql.mariadb;

import dev.holdfast.store.sql.shared.DatabaseError;
import dev.holdfast.store.sql.shared.Failures;
import java.sql.SQLException;
import java.util.Set;

/** The meaning of MariaDB's errors. */
final class MariaErrors {
    static final String DDL = "docs/sql/mariadb.sql";
    static final String VALUES_DDL = "docs/sql/values-mariadb.sql";

    /** Another transaction has the row, changed it since, made the same one, or waits for this one. */
    private static final Set<Integer> BUSY = Set.of(1020, 1062, 1205, 1213);

    /**
     * After these the change may be there all the same: the server was stopped or told to stop in the middle of the call, which
     * may have been after its commit, or the commit itself failed.
     */
    private static final Set<Integer> IN_THE_MIDDLE = Set.of(1053, 1180, 1317, 1927, 1969, 3024);

    private MariaErrors() {}

    static Failures failures(String place) {
        return new Failures(place, DDL, MariaErrors::of, MariaErrors::refused);
    }

    static boolean isBusy(SQLException e) {
        return BUSY.contains(code(e));
    }

    static DatabaseError of(SQLException e) {
        return switch (code(e)) {
            case 1045, 1698, 1862, 4151 -> DatabaseError.LOGIN;
            case 3159 -> DatabaseError.TLS;
            case 1049 -> DatabaseError.NO_DATABASE;
            case 1044, 1142, 1143, 1227, 1370 -> DatabaseError.NO_RIGHT;
            case 1290, 1792, 1836 -> DatabaseError.READ_ONLY;
            case 1021, 1114, 1041, 3 -> DatabaseError.FULL;
            case 1040, 1203, 1226 -> DatabaseError.CROWDED;
            case 1053, 1077, 1079, 1927, 4031 -> DatabaseError.NOT_READY;
            case 1969, 1317, 3024, 1205 -> DatabaseError.SLOW;
            case 1046, 1050, 1051, 1054, 1146, 1305, 1318, 1356, 1347, 1304 -> DatabaseError.LAYOUT;
            default -> Failures.state(e).startsWith("08") ? Failures.ofConnection(e) : DatabaseError.OTHER;
        };
    }

    /** Returns the number that the server gave; a pool may have wrapped it into an error of its own. */
    private static int code(SQLException e) {
        for (Throwable each = e; each != null; each = each.getCause()) {
            if (each instanceof SQLException sql && sql.getErrorCode() > 0) {
                return sql.getErrorCode();
            }
        }
        return 0;
    }

    /** Returns whether the server answered that the call failed, which it then has rolled back. */
    private static boolean refused(SQLException e) {
        int code = code(e);
        return code > 0 && !IN_THE_MIDDLE.contains(code) && !Failures.state(e).startsWith("08");
    }
}
