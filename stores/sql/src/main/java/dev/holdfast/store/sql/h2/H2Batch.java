package dev.holdfast.store.sql.h2;

import dev.holdfast.internal.base.TooLargeException;
import dev.holdfast.spi.Change;
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
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A batch within the transaction that is open. Commits nothing; if nothing is applied, the caller rolls back. */
record H2Batch(List<Group> groups) implements Call {
    private static final String NEWEST = "SELECT COALESCE(MAX(version), 0) FROM holdfast.change";

    H2Batch {
        for (Group group : groups) {
            group.changes().forEach(change -> requireShort(change.key()));
        }
    }

    private static void requireShort(Key key) {
        if (key.name().length() > H2Rows.MAX_NAME / 3) {
            throw new TooLargeException("The name of a " + key.kind() + " record has "
                    + key.name().length() + " characters: H2 keeps names of up to " + H2Rows.MAX_NAME / 3 + ".");
        }
    }

    /** Returns no call: the caller tries again. */
    @Override
    public List<Call> instead() {
        return List.of();
    }

    @Override
    public List<Result> apply(Connection connection, Lookups lookups) throws SQLException {
        try {
            return applied(connection, lookups);
        } catch (SQLException e) {
            if (H2Errors.isBusy(e)) {
                return List.of();
            }
            throw e;
        }
    }

    private List<Result> applied(Connection connection, Lookups lookups) throws SQLException {
        Set<Key> keys = new LinkedHashSet<>();
        groups.forEach(group -> group.changes().forEach(change -> keys.add(change.key())));
        // Before anything is read: what is read below is what those left who had these keys before.
        Set<Integer> locked = H2Guards.lock(connection, keys);
        Reading seen = lookups.read(connection, keys);
        List<Group> passed = new ArrayList<>();
        List<Result> refusals = new ArrayList<>();
        for (Group group : groups) {
            Result refusal = refusal(group, locked, seen);
            refusals.add(refusal);
            if (refusal instanceof Result.Applied) {
                passed.add(group);
            }
        }
        if (passed.isEmpty()) {
            return refusals;
        }
        Result.Applied done = new Result.Applied(version(connection, passed, seen), seen.now());
        if (!H2Rows.write(connection, passed, done) || !H2History.add(connection, passed, done)) {
            return List.of();
        }
        return refusals.stream()
                .map(refusal -> refusal instanceof Result.Applied ? done : refusal)
                .toList();
    }

    /** Returns why a group is not applied; an {@code Applied} without a version if it is. */
    private static Result refusal(Group group, Set<Integer> locked, Reading seen) {
        boolean conflict = false;
        for (Change change : group.changes()) {
            if (!locked.contains(H2Guards.of(change.key()))) {
                return new Result.Busy();
            }
            conflict |= seen.version(change.key()) != change.expected();
        }
        return conflict ? new Result.Conflict(of(group, seen)) : new Result.Applied(0, seen.now());
    }

    private static Reading of(Group group, Reading seen) {
        Map<Key, Entry> entries = new HashMap<>();
        for (Change change : group.changes()) {
            Entry entry = seen.get(change.key());
            if (entry != null) {
                entries.put(change.key(), entry);
            }
        }
        return new Reading(entries, seen.now());
    }

    /** Returns a version that is larger than all that the guards of these keys let see, and no smaller than the time. */
    private static long version(Connection connection, List<Group> groups, Reading seen) throws SQLException {
        long version = Math.max(0, Micros.of(seen.now()));
        for (Group group : groups) {
            for (Change change : group.changes()) {
                version = Math.max(version, change.expected() + 1);
            }
        }
        try (PreparedStatement statement = connection.prepareStatement(NEWEST);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return Math.max(version, row.getLong(1) + 1);
        }
    }
}
