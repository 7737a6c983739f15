package dev.holdfast.store.sql.mariadb;

import static java.util.Objects.requireNonNull;

import dev.holdfast.internal.json.Json;
import dev.holdfast.spi.Body;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.store.sql.shared.CommitText;
import dev.holdfast.store.sql.shared.Party;
import dev.holdfast.store.sql.shared.Row;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The most frequent call of a caller that is alone: one group that makes or writes one record and checks that another is not
 * there, or that deletes one record. It takes a fraction of the time that other groups take.
 */
final class MariaSingle extends MariaCall {
    private static final String MAKE = "CALL holdfast_make(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String REPLACE = "CALL holdfast_replace(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String DELETE = "CALL holdfast_delete(?, ?, ?, ?, ?)";

    private final Group group;
    private final int written;
    private final @Nullable Change check;
    private final Row<String> row;
    private final String told;

    private MariaSingle(Group group, int written, @Nullable Change check, Row<String> row) {
        super(List.of(group));
        this.group = group;
        this.written = written;
        this.check = check;
        this.row = row;
        this.told = CommitText.encodeAlone(group);
    }

    /** Returns the call for that batch, or null if it is another one. */
    static @Nullable MariaSingle of(List<Group> batch) {
        List<Change> changes = batch.get(0).changes();
        if (batch.size() > 1 || changes.size() > 2) {
            return null;
        }
        int written = changes.get(0).type() == Change.Type.CHECK ? changes.size() - 1 : 0;
        Change change = changes.get(written);
        Change check = changes.size() == 1 ? null : changes.get(1 - written);
        boolean alike = change.type() != Change.Type.CHECK
                && (check == null
                        || (change.type() == Change.Type.PUT
                                && check.type() == Change.Type.CHECK
                                && check.expected() == Change.ABSENT));
        Row<String> row = alike ? Row.of(change) : null;
        return row == null || (row.others() > 0 && change.expected() == Change.ABSENT)
                ? null
                : new MariaSingle(batch.get(0), written, check, row);
    }

    @Override
    Key key(int change) {
        return group.changes().get(change - 1).key();
    }

    @Override
    int groupOf(int change) {
        return 1;
    }

    @Override
    PreparedStatement prepare(Connection connection) throws SQLException {
        Change change = row.change();
        MariaKey key = MariaKey.of(change.key());
        if (change.expected() != Change.ABSENT) {
            Body next = change.next();
            PreparedStatement call = connection.prepareStatement(next == null ? DELETE : REPLACE);
            call.setString(1, key.kind());
            call.setBytes(2, key.name());
            call.setLong(3, change.expected());
            setTold(call, 4);
            if (next != null) {
                setBody(call, 6, next);
                setCheck(call, 11, key);
                setParties(call, 15);
            }
            return call;
        }
        PreparedStatement call = connection.prepareStatement(MAKE);
        call.setInt(1, key.guard());
        call.setString(2, key.kind());
        call.setBytes(3, key.name());
        setBody(call, 4, requireNonNull(change.next()));
        setCheck(call, 9, key);
        setTold(call, 13);
        return call;
    }

    private void setCheck(PreparedStatement call, int at, MariaKey key) throws SQLException {
        MariaKey other = check == null ? null : MariaKey.of(check.key());
        call.setInt(at, other == null ? key.guard() : other.guard());
        call.setString(at + 1, other == null ? null : other.kind());
        call.setBytes(at + 2, other == null ? null : other.name());
        call.setInt(at + 3, written + 1);
    }

    /** Sets the owners and users besides the first of each, or null if there are none. */
    private void setParties(PreparedStatement call, int at) throws SQLException {
        List<List<String>> parties = new ArrayList<>();
        for (Party party : Party.of(row)) {
            parties.add(List.of(party.role(), party.id()));
        }
        call.setString(at, parties.isEmpty() ? null : Json.write(parties));
    }

    private void setBody(PreparedStatement call, int at, Body next) throws SQLException {
        setNumber(call, at, MariaKey.micros(next.due().fixed()));
        setNumber(call, at + 1, MariaKey.micros(next.due().afterStamp()));
        call.setString(at + 2, row.owner());
        call.setString(at + 3, row.user());
        call.setString(at + 4, row.body());
    }

    private void setTold(PreparedStatement call, int at) throws SQLException {
        call.setString(at, told);
        call.setInt(at + 1, group.events().size());
    }

    private static void setNumber(PreparedStatement call, int at, @Nullable Long number) throws SQLException {
        if (number == null) {
            call.setNull(at, Types.BIGINT);
        } else {
            call.setLong(at, number);
        }
    }
}
