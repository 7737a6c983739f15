package dev.holdfast.store.sql.mariadb;

import dev.holdfast.spi.Body;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.store.sql.shared.CommitText;
import dev.holdfast.store.sql.shared.Row;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A batch of plain acquisitions and releases: groups that make records, delete them, and check that others are not there. They
 * are applied all or none, and then take much less of the server's time than other groups. The parts of statements that they
 * are written as contain only numbers, our own words, and names as hexadecimal digits.
 */
final class MariaFastBatch extends MariaCall {
    private static final String CALL = "CALL holdfast_plain(?, ?, ?, ?, ?, ?, ?, ?)";

    private final Bytes bytes = new Bytes();
    private final StringJoiner guards = new StringJoiner(",");
    private final Map<Kind, StringJoiner> absent = new EnumMap<>(Kind.class);
    private final StringJoiner made = new StringJoiner(",");
    private final Map<Kind, StringJoiner> deleted = new EnumMap<>(Kind.class);
    private final String told;
    private int events;
    private int deletes;

    private MariaFastBatch(List<Group> batch) {
        super(batch);
        for (Group group : batch) {
            events += group.events().size();
            for (Change change : group.changes()) {
                add(change);
            }
        }
        this.told = batch.stream().map(CommitText::encode).collect(Collectors.joining(",", "[", "]"));
    }

    /**
     * Returns the call for that batch, or null if it is another one.
     *
     * @throws IllegalArgumentException if a name is too long
     */
    static @Nullable MariaFastBatch of(List<Group> batch) {
        boolean plain =
                batch.stream().flatMap(group -> group.changes().stream()).allMatch(MariaFastBatch::isPlain);
        return plain ? new MariaFastBatch(batch) : null;
    }

    private static boolean isPlain(Change change) {
        Body next = change.next();
        return change.type() == Change.Type.DELETE
                || (change.expected() == Change.ABSENT
                        && (next == null
                                || (next.owners().size() <= 1 && next.users().size() <= 1)));
    }

    private void add(Change change) {
        MariaKey key = MariaKey.of(change.key());
        String name = "x'" + HexFormat.of().formatHex(key.name()) + '\'';
        if (change.type() == Change.Type.DELETE) {
            deletes++;
            deleted.computeIfAbsent(change.key().kind(), kind -> new StringJoiner(" OR ", "(", ")"))
                    .add("name = " + name + " AND version = " + change.expected());
            return;
        }
        guards.add(Integer.toString(key.guard()));
        absent.computeIfAbsent(change.key().kind(), kind -> new StringJoiner(",", "name IN (", ")"))
                .add(name);
        Body next = change.next();
        if (next != null) {
            Row<String> row = Row.of(change);
            made.add("('" + key.kind() + "'," + name + ",LAST_INSERT_ID(),@holdfast_now," + due(next) + ','
                    + text(row.owner()) + ',' + text(row.user()) + ",0," + text(row.body()) + ')');
        }
    }

    private static String due(Body next) {
        Long fixed = MariaKey.micros(next.due().fixed());
        Long after = MariaKey.micros(next.due().afterStamp());
        if (after == null) {
            return String.valueOf(fixed);
        }
        String afterStamp = "@holdfast_now + " + after;
        return fixed == null ? afterStamp : "LEAST(" + fixed + ',' + afterStamp + ')';
    }

    private String text(@Nullable String text) {
        if (text == null) {
            return "NULL";
        }
        byte[] added = text.getBytes(StandardCharsets.UTF_8);
        return "CONVERT(SUBSTRING(@holdfast_bytes," + bytes.add(added) + ',' + added.length + ") USING utf8mb4)";
    }

    @Override
    Key key(int change) {
        throw new IllegalStateException("The server names no records to groups that are applied all or none.");
    }

    @Override
    int groupOf(int change) {
        throw new IllegalStateException("The server names no records to groups that are applied all or none.");
    }

    @Override
    PreparedStatement prepare(Connection connection) throws SQLException {
        PreparedStatement call = connection.prepareStatement(CALL);
        call.setBytes(1, bytes.all());
        call.setString(2, absent.isEmpty() ? null : guards.toString());
        call.setString(3, condition(absent));
        call.setString(4, made.length() == 0 ? null : made.toString());
        call.setString(5, condition(deleted));
        call.setInt(6, deletes);
        call.setString(7, told);
        call.setInt(8, events);
        return call;
    }

    private static @Nullable String condition(Map<Kind, StringJoiner> names) {
        return names.isEmpty()
                ? null
                : names.entrySet().stream()
                        .map(kind -> "kind = '" + kind.getKey().name() + "' AND " + kind.getValue())
                        .collect(Collectors.joining(" OR "));
    }
}
