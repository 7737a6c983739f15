package dev.holdfast.store.sql.postgres;

import dev.holdfast.rules.Body;
import dev.holdfast.store.Change;
import dev.holdfast.store.Group;
import dev.holdfast.store.sql.shared.CommitText;
import dev.holdfast.store.sql.shared.Row;
import dev.holdfast.store.sql.shared.Text;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/** Groups as the arrays that our function takes: a place for each change, and one for each group. */
final class PostgresBatch {
    private static final String CALL =
            "SELECT * FROM holdfast.apply(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    /** What a timestamp can hold, with room to add to it. */
    private static final double EARLIEST = -1e11;

    private static final double LATEST = 9e12;
    private static final double LONGEST = 1e11;

    private final List<Group> groups;
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
        this.groups = groups;
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
                add(i + 1, Row.of(change), schema);
            }
        }
    }

    List<Group> groups() {
        return groups;
    }

    /** The change with that number, counted from 1. */
    Change change(int number) {
        return changes.get(number - 1);
    }

    int groupOf(int change) {
        return ofGroup[change - 1];
    }

    private void add(int group, Row row, PostgresSchema schema) {
        Change change = row.change();
        int at = changes.size();
        changes.add(change);
        ofGroup[at] = group;
        acts[at] = change.type() == Change.Type.CHECK ? 0 : change.type() == Change.Type.PUT ? 1 : 2;
        kinds[at] = change.key().kind().name();
        names[at] = row.name();
        locks[at] = schema.lock(change.key(), row.name());
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
            fixed[at] = seconds(next.due().fixed());
            after[at] = seconds(next.due().afterStamp());
            if (row.others() > 0) {
                addParties(at + 1, "owner", next.owners());
                addParties(at + 1, "user", next.users());
            }
        }
    }

    private void addParties(int change, String role, Set<String> ids) {
        ids.stream().skip(1).map(Text::plain).distinct().forEach(id -> {
            partyOf.add(change);
            partyRoles.add(role);
            partyIds.add(id);
        });
    }

    private static @Nullable Double seconds(@Nullable Instant time) {
        if (time == null) {
            return null;
        }
        double seconds = time.getEpochSecond() + time.getNano() / 1e9;
        return Math.max(EARLIEST, Math.min(LATEST, seconds));
    }

    private static @Nullable Double seconds(@Nullable Duration time) {
        return time == null ? null : Math.min(LONGEST, time.getSeconds() + time.getNano() / 1e9);
    }

    /** The call of our function, ready to be executed. */
    PreparedStatement call(Connection connection, PostgresSchema schema) throws SQLException {
        PGConnection arrays = connection.unwrap(PGConnection.class);
        PreparedStatement call = connection.prepareStatement(schema.in(CALL));
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
}
