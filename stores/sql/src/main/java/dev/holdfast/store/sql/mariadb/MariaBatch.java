package dev.holdfast.store.sql.mariadb;

import dev.holdfast.rules.Body;
import dev.holdfast.store.Change;
import dev.holdfast.store.Group;
import dev.holdfast.store.Json;
import dev.holdfast.store.Key;
import dev.holdfast.store.sql.shared.CommitText;
import dev.holdfast.store.sql.shared.Micros;
import dev.holdfast.store.sql.shared.Row;
import dev.holdfast.store.sql.shared.Text;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** Groups as the lists that our procedure takes. */
final class MariaBatch {
    private static final String CALL = "CALL holdfast_apply(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    /** The longest name that an index can have. */
    static final int LONGEST_NAME = 3000;

    private static final int GUARDS = 65_536;
    /** Leaves room to add to it. */
    private static final long LATEST = Long.MAX_VALUE / 4;

    private final List<Group> groups;
    private final List<Change> changes = new ArrayList<>();
    private final List<Integer> groupOf = new ArrayList<>();
    private final List<List<?>> rows = new ArrayList<>();
    private final List<List<?>> writes = new ArrayList<>();
    private final List<List<?>> parties = new ArrayList<>(0);
    private final StringBuilder told = new StringBuilder();
    private int events;
    private int checked;
    private boolean makes;
    private boolean updates;
    private boolean deletes;

    /**
     * Writes the groups down.
     *
     * @throws IllegalArgumentException if a name is too long
     */
    MariaBatch(List<Group> groups) {
        this.groups = groups;
        for (int i = 0; i < groups.size(); i++) {
            Group group = groups.get(i);
            events += group.events().size();
            told.append(i == 0 ? '[' : ',').append(CommitText.encode(group));
            for (Change change : group.changes()) {
                add(i + 1, Row.of(change));
            }
        }
        told.append(']');
    }

    List<Group> groups() {
        return groups;
    }

    /** The change with that number, counted from 1. */
    Change change(int number) {
        return changes.get(number - 1);
    }

    int groupOf(int change) {
        return groupOf.get(change - 1);
    }

    private void add(int group, Row row) {
        Change change = row.change();
        changes.add(change);
        groupOf.add(group);
        String kind = change.key().kind().name();
        String name = hex(change.key(), row.name());
        int act = change.type() == Change.Type.CHECK ? 0 : change.type() == Change.Type.PUT ? 1 : 2;
        rows.add(Arrays.asList(group, guard(kind, row.name()), act, kind, name, change.expected()));
        checked += act == 0 ? 1 : 0;
        deletes |= act == 2;
        Body next = change.next();
        if (next != null) {
            makes |= change.expected() == Change.ABSENT;
            updates |= change.expected() != Change.ABSENT;
            writes.add(Arrays.asList(
                    group,
                    kind,
                    name,
                    change.expected(),
                    micros(next.due().fixed()),
                    micros(next.due().afterStamp()),
                    row.owner(),
                    row.user(),
                    row.others(),
                    row.body()));
            if (row.others() > 0) {
                addParties(group, kind, name, "owner", next.owners());
                addParties(group, kind, name, "user", next.users());
            }
        }
    }

    private void addParties(int group, String kind, String name, String role, Set<String> ids) {
        ids.stream()
                .skip(1)
                .map(Text::plain)
                .forEach(id -> parties.add(Arrays.asList(group, kind, name, parties.size(), role, id)));
    }

    private static String hex(Key key, byte[] name) {
        if (name.length > LONGEST_NAME) {
            throw new IllegalArgumentException("The name of the " + key.kind() + " record '"
                    + key.name().substring(0, 40) + "…' has " + name.length + " bytes: MariaDB keeps names of up to "
                    + LONGEST_NAME + ".");
        }
        return HexFormat.of().formatHex(name);
    }

    /** The row that is locked while the record of that key is changed. All who change records must agree on it. */
    private static int guard(String kind, byte[] name) {
        CRC32 sum = new CRC32();
        sum.update(kind.getBytes(StandardCharsets.US_ASCII));
        sum.update('/');
        sum.update(name);
        return (int) (sum.getValue() % GUARDS);
    }

    private static @Nullable Long micros(@Nullable Instant time) {
        return time == null ? null : Math.min(LATEST, Micros.of(time));
    }

    private static @Nullable Long micros(@Nullable Duration time) {
        return time == null ? null : Math.min(LATEST, Micros.of(Instant.EPOCH.plus(time)));
    }

    /**
     * The call of our procedure, ready to be executed.
     *
     * @param own whether it is a transaction of its own
     */
    PreparedStatement call(Connection connection, boolean own) throws SQLException {
        PreparedStatement call = connection.prepareStatement(CALL);
        call.setBoolean(1, own);
        call.setString(2, Json.write(rows));
        call.setString(3, Json.write(writes));
        call.setString(4, parties.isEmpty() ? null : Json.write(parties));
        call.setString(5, told.toString());
        call.setInt(6, events);
        call.setInt(7, changes.size() - checked);
        call.setInt(8, checked);
        call.setBoolean(9, makes);
        call.setBoolean(10, updates);
        call.setBoolean(11, deletes);
        return call;
    }
}
