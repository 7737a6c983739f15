package dev.holdfast.store.sql.mariadb;

import dev.holdfast.spi.Body;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.store.sql.shared.Call;
import dev.holdfast.store.sql.shared.CommitText;
import dev.holdfast.store.sql.shared.Party;
import dev.holdfast.store.sql.shared.Row;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Groups as the lists that our procedure takes. */
final class MariaBatch extends MariaCall {
    private static final String CALL = "CALL holdfast_apply(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private final boolean own;
    private final List<Key> keys = new ArrayList<>();
    private final List<Integer> groupOf = new ArrayList<>();
    private final Bytes bytes = new Bytes();
    private final JsonRows rows = new JsonRows();
    private final JsonRows parties = new JsonRows();
    private final StringBuilder told = new StringBuilder();
    private int events;
    private int makes;
    private int updates;
    private int deletes;
    private int absences;
    private int presences;

    /**
     * Writes the groups down.
     *
     * @param own whether it is a transaction of its own, and so one commit
     * @throws IllegalArgumentException if a name is too long
     */
    MariaBatch(List<Group> groups, boolean own) {
        super(groups);
        this.own = own;
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

    /** Returns a call for each group: another program is making one of the rows, and the other callers shall not suffer. */
    @Override
    public List<Call> instead() {
        return groups().size() == 1
                ? List.of()
                : groups().stream()
                        .<Call>map(group -> new MariaBatch(List.of(group), own))
                        .toList();
    }

    @Override
    Key key(int change) {
        return keys.get(change - 1);
    }

    @Override
    int groupOf(int change) {
        return groupOf.get(change - 1);
    }

    private void add(int group, Row<String> row) {
        Change change = row.change();
        keys.add(change.key());
        groupOf.add(group);
        MariaKey key = MariaKey.of(change.key());
        int act = change.type() == Change.Type.CHECK ? 0 : change.type() == Change.Type.PUT ? 1 : 2;
        int name = bytes.add(row.name());
        rows.next().add(group).add(key.guard()).add(act).add(key.kind()).add(name);
        rows.add(row.name().length).add(change.expected());
        boolean absent = change.expected() == Change.ABSENT;
        switch (change.type()) {
            case CHECK -> {
                absences += absent ? 1 : 0;
                presences += absent ? 0 : 1;
            }
            case PUT -> {
                makes += absent ? 1 : 0;
                updates += absent ? 0 : 1;
            }
            case DELETE -> deletes++;
        }
        Body next = change.next();
        if (next != null) {
            rows.add(MariaKey.micros(next.due().fixed()))
                    .add(MariaKey.micros(next.due().afterStamp()));
            rows.add(bytes, row.owner()).add(bytes, row.user());
            rows.add(row.others()).add(bytes, row.body());
            for (Party party : Party.of(row)) {
                parties.next().add(group).add(row.kind()).add(name).add(row.name().length);
                parties.add(parties.rows()).add(party.role()).add(bytes, party.id());
            }
        }
    }

    @Override
    PreparedStatement prepare(Connection connection) throws SQLException {
        PreparedStatement call = connection.prepareStatement(CALL);
        call.setBoolean(1, own);
        call.setBytes(2, bytes.all());
        call.setString(3, rows.toString());
        call.setString(4, parties.rows() == 0 ? null : parties.toString());
        call.setString(5, told.toString());
        call.setInt(6, events);
        call.setInt(7, makes);
        call.setInt(8, updates);
        call.setInt(9, deletes);
        call.setInt(10, absences);
        call.setInt(11, presences);
        return call;
    }
}
