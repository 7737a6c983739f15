package dev.holdfast.store.sql.shared;

import dev.holdfast.rules.Body;
import dev.holdfast.store.Change;
import dev.holdfast.store.Codec;
import dev.holdfast.store.NameBytes;
import java.util.Iterator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A change with everything a row needs that does not depend on its version and time.
 *
 * @param name as {@link NameBytes#bytes} makes it
 * @param body the text of what is written, or null if nothing is
 * @param owner the first owner, as {@link Text#plain} makes it, or null
 * @param user the first user, likewise
 * @param others how many owners and users there are besides
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Row(
        Change change,
        byte[] name,
        @Nullable String body,
        @Nullable String owner,
        @Nullable String user,
        int others) {

    public static Row of(Change change) {
        byte[] name = NameBytes.bytes(change.key().name());
        Body next = change.next();
        if (next == null) {
            return new Row(change, name, null, null, null, 0);
        }
        Set<String> owners = next.owners();
        Set<String> users = next.users();
        int others = Math.max(owners.size() - 1, 0) + Math.max(users.size() - 1, 0);
        return new Row(change, name, Codec.encode(next), first(owners), first(users), others);
    }

    private static @Nullable String first(Set<String> ids) {
        Iterator<String> each = ids.iterator();
        return each.hasNext() ? Text.plain(each.next()) : null;
    }
}
