package dev.holdfast.store.sql.postgres;

import dev.holdfast.spi.Body;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import dev.holdfast.store.sql.shared.CommitText;
import dev.holdfast.store.sql.shared.Lookups;
import dev.holdfast.store.sql.shared.Micros;
import dev.holdfast.store.sql.shared.Party;
import dev.holdfast.store.sql.shared.Row;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/** Groups as the arrays that our function takes: a place for each change, and one for each group. */
final class PostgresBatch extends PostgresCall {
    private static final String CALL =
            "SELECT * FROM holdfast.apply(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private final List<Change> changes = new ArrayList<>();
    private final int[] ofGroup;
    private final int[] acts;
    private final String[] kinds;
    private final byte[][] names;
    private final long[] locks;
    private final long[] expected;
    private final @Nullable String[] bodies;
    private final @Nullable String[] owners;
    private final @Nullable String[] users;
    private final int[] others;
    private final @Nullable Double[] fixed;
    private final @Nullable Double[] after;
    private final List<Integer> partyOf = new ArrayList<>(0);
    private final List<String> partyRoles = new ArrayList<>(0);
    private final List<String> partyIds = new ArrayList<>(0);
    private final int[] events;
    private final String[] told;
    private boolean makes;
    private boolean updates;
    private boolean deletes;

    PostgresBatch(List<Group> groups, PostgresSchema schema) {
        super(schema, groups);
        int size = groups.stream().mapToInt(group -> group.changes().size()).sum();
        ofGroup = new int[size];
        acts = new int[size];
        kinds = new String[size];
        names = new byte[size][];
        locks = new long[size];
        expected = new long[size];
        bodies = new String[size];
        owners = new String[size];
        users = new String[size];
        others = new int[size];
        fixed = new Double[size];
        after = new Double[size];
        events = new int[groups.size()];
        told = new String[groups.size()];
        for (int i = 0; i < groups.size(); i++) {
            Group group = groups.get(i);
            events[i] = group.events().size();
            told[i] = CommitText.encode(group);
            for (Change change : group.changes()) {
                add(i + 1, Row.of(change));
            }
        }
    }

    private void add(int group, Row<String> row) {
        Change change = row.change();
        int at = changes.size();
        changes.add(change);
        ofGroup[at] = group;
        acts[at] = change.type() == Change.Type.CHECK ? 0 : change.type() == Change.Type.PUT ? 1 : 2;
        kinds[at] = change.key().kind().stored();
        names[at] = row.name();
        locks[at] = schema().lock(change.key(), row.name());
        expected[at] = change.expected();
        deletes |= change.type() == Change.Type.DELETE;
        Body next = change.next();
        if (next != null) {
            makes |= change.expected() == Change.ABSENT;
            updates |= change.expected() != Change.ABSENT;
            bodies[at] = row.body();
            owners[at] = row.owner();
            users[at] = row.user();
            others[at] = row.others();
            fixed[at] = PostgresTime.seconds(next.due().fixed());
            after[at] = PostgresTime.seconds(next.due().afterStamp());
            for (Party party : Party.of(row)) {
                partyOf.add(at + 1);
                partyRoles.add(party.role());
                partyIds.add(party.id());
            }
        }
    }

    @Override
    PreparedStatement prepare(Connection connection) throws SQLException {
        PGConnection arrays = connection.unwrap(PGConnection.class);
        PreparedStatement call = connection.prepareStatement(schema().in(CALL));
        Object[][] parameters = {
            {"int4", ofGroup},
            {"int4", acts},
            {"text", kinds},
            {"bytea", names},
            {"int8", locks},
            {"int8", expected},
            {"text", bodies},
            {"text", owners},
            {"text", users},
            {"int4", others},
            {"float8", fixed},
            {"float8", after},
            {"int4", partyOf.stream().mapToInt(Integer::intValue).toArray()},
            {"text", partyRoles.toArray(String[]::new)},
            {"text", partyIds.toArray(String[]::new)},
            {"int4", events},
            {"text", told}
        };
        int at = 1;
        for (Object[] parameter : parameters) {
            call.setArray(at++, arrays.createArrayOf((String) parameter[0], parameter[1]));
        }
        call.setBoolean(at++, makes);
        call.setBoolean(at++, updates);
        call.setBoolean(at, deletes);
        return call;
    }

    @Override
    List<Result> results(ResultSet row, Lookups lookups) throws SQLException {
        row.next();
        Instant stamp = Micros.instant(row.getLong(3));
        Result applied = new Result.Applied(row.getLong(2), stamp);
        Map<Integer, Long> refused = new HashMap<>();
        Map<Integer, Map<Key, Entry>> current = new HashMap<>();
        while (row.next()) {
            int item = row.getInt(1);
            if (item > 0) {
                refused.put(item, row.getLong(2));
            } else {
                int change = -item - 1;
                Key key = changes.get(change).key();
                current.computeIfAbsent(ofGroup[change], group -> new HashMap<>())
                        .put(key, lookups.entry(key, row, 2));
            }
        }
        List<Result> results = new ArrayList<>(groups().size());
        for (int group = 1; group <= groups().size(); group++) {
            Long why = refused.get(group);
            if (why == null) {
                results.add(applied);
            } else if (why < 0) {
                results.add(new Result.Busy());
            } else {
                results.add(new Result.Conflict(new Reading(current.getOrDefault(group, Map.of()), stamp)));
            }
        }
        return results;
    }
}
