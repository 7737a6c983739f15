package dev.holdfast.store.sql.sqlite;

import dev.holdfast.rules.Body;
import dev.holdfast.store.Change;
import dev.holdfast.store.Codec;
import dev.holdfast.store.NameBytes;
import java.util.Iterator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A change with everything a row needs that does not depend on its version and time, made before the file is locked.
 *
 * @param body the text of what is written, or null if nothing is
 * @param owner the first owner, or null
 * @param user the first user, or null
 * @param parties how many owners and users there are besides
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record SqliteRow(
        Change change,
        byte[] name,
        @Nullable String body,
        byte @Nullable [] owner,
        byte @Nullable [] user,
        int parties) {

    static SqliteRow of(Change change) {
        byte[] name = NameBytes.bytes(change.key().name());
        Body next = change.next();
        if (next == null) {
            return new SqliteRow(change, name, null, null, null, 0);
        }
        Set<String> owners = next.owners();
        Set<String> users = next.users();
        int parties = Math.max(owners.size() - 1, 0) + Math.max(users.size() - 1, 0);
        return new SqliteRow(change, name, Codec.encode(next), first(owners), first(users), parties);
    }

    String kind() {
        return change.key().kind().name();
    }

    boolean writes() {
        return change.type() != Change.Type.CHECK;
    }

    private static byte @Nullable [] first(Set<String> ids) {
        Iterator<String> each = ids.iterator();
        return each.hasNext() ? NameBytes.bytes(each.next()) : null;
    }
}
