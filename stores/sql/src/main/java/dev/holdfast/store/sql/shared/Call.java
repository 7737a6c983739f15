package dev.holdfast.store.sql.shared;

import dev.holdfast.spi.Result;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** A call of one of our functions or procedures that applies groups of changes: one round trip and one commit. */
public interface Call {

    /**
     * Applies the groups.
     *
     * @return the result of each group; none if the server could not do it without waiting for another program, and did nothing
     */
    List<Result> apply(Connection connection, Lookups lookups) throws SQLException;

    /**
     * Returns the calls that apply the same groups if this one did nothing, so that one group does not hold up the others. There
     * are none for a single group, which is busy then.
     */
    List<Call> instead();
}
