package dev.holdfast.store.sql.mariadb;

import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import dev.holdfast.store.sql.shared.Call;
import dev.holdfast.store.sql.shared.Lookups;
import dev.holdfast.store.sql.shared.Micros;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A call of one of our procedures that applies groups of changes, and its answer. */
abstract class MariaCall implements Call {
    private final List<Group> groups;

    MariaCall(List<Group> groups) {
        this.groups = groups;
    }

    final List<Group> groups() {
        return groups;
    }

    /** Returns the key of the change with that number, counted from 1. */
    abstract Key key(int change);

    /** Returns the number of the group of that change, counted from 1. */
    abstract int groupOf(int change);

    /** Returns the call, ready to be executed. */
    abstract PreparedStatement prepare(Connection connection) throws SQLException;

    /** Returns the call of the procedure for all batches: this one may have been too quick for what is in the way. */
    @Override
    public List<Call> instead() {
        return List.of(new MariaBatch(groups, true));
    }

    @Override
    public final List<Result> apply(Connection connection, Lookups lookups) throws SQLException {
        try (PreparedStatement call = prepare(connection)) {
            Map<Integer, Map<Key, Entry>> current = new HashMap<>();
            List<Result> results = List.of();
            for (boolean more = call.execute(); more; more = call.getMoreResults()) {
                try (ResultSet row = call.getResultSet()) {
                    String first = row.getMetaData().getColumnLabel(1);
                    if (first.equals("number")) {
                        while (row.next()) {
                            int number = row.getInt(1);
                            Key key = key(number);
                            current.computeIfAbsent(groupOf(number), group -> new HashMap<>())
                                    .put(key, lookups.entry(key, row, 2));
                        }
                    } else {
                        row.next();
                        results = first.equals("version")
                                ? Collections.nCopies(groups.size(), applied(row))
                                : results(row, current);
                    }
                }
            }
            return results;
        }
    }

    /** Returns the results; none if the server did nothing. */
    private List<Result> results(ResultSet row, Map<Integer, Map<Key, Entry>> current) throws SQLException {
        Result.Applied applied = applied(row);
        Set<Integer> busy = numbers(row.getString(3));
        Set<Integer> conflicts = numbers(row.getString(4));
        boolean done = applied.version() > 0;
        if (!done && busy.isEmpty() && conflicts.isEmpty()) {
            return List.of();
        }
        List<Result> results = new ArrayList<>(groups.size());
        for (int group = 1; group <= groups.size(); group++) {
            if (busy.contains(group)) {
                results.add(new Result.Busy());
            } else if (conflicts.contains(group)) {
                results.add(new Result.Conflict(new Reading(current.getOrDefault(group, Map.of()), applied.stamp())));
            } else {
                results.add(applied);
            }
        }
        return results;
    }

    private static Result.Applied applied(ResultSet row) throws SQLException {
        return new Result.Applied(row.getLong(1), Micros.instant(row.getLong(2)));
    }

    private static Set<Integer> numbers(@Nullable String list) {
        if (list == null || list.isEmpty()) {
            return Set.of();
        }
        Set<Integer> numbers = new HashSet<>();
        for (String number : list.split(",", -1)) {
            numbers.add(Integer.valueOf(number));
        }
        return numbers;
    }
}
