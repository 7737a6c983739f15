package dev.holdfast.store.sql.shared;

import dev.holdfast.internal.base.NameBytes;
import dev.holdfast.internal.codec.Codec;
import dev.holdfast.spi.Body;
import dev.holdfast.spi.Change;
import java.util.Iterator;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A change with everything a row needs that does not depend on its version and time.
 *
 * @param <I> the type of the ids of owners and users in the table
 * @param name as {@link NameBytes#bytes} makes it
 * @param body the text of what is written, or null if nothing is
 * @param owner the first owner, or null
 * @param user the first user, or null
 * @param others how many owners and users there are besides
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Row<I>(
        Change change,
        byte[] name,
        @Nullable String body,
        @Nullable I owner,
        @Nullable I user,
        int others) {

    /**
     * Returns the row of a change.
     *
     * @param id makes the id of an owner or a user as the table has it
     */
    public static <I> Row<I> of(Change change, Function<String, I> id) {
        byte[] name = NameBytes.bytes(change.key().name());
        Body next = change.next();
        if (next == null) {
            return new Row<>(change, name, null, null, null, 0);
        }
        Set<String> owners = next.owners();
        Set<String> users = next.users();
        int others = Math.max(owners.size() - 1, 0) + Math.max(users.size() - 1, 0);
        return new Row<>(change, name, Codec.encode(next), first(owners, id), first(users, id), others);
    }

    /** Returns the row with ids as {@link Text#plain} makes them. */
    public static Row<String> of(Change change) {
        return of(change, Text::plain);
    }

    public String kind() {
        return change.key().kind().stored();
    }

    /** Returns whether the record is written or deleted, not only checked. */
    public boolean writes() {
        return change.type() != Change.Type.CHECK;
    }

    private static <I> @Nullable I first(Set<String> ids, Function<String, I> id) {
        Iterator<String> each = ids.iterator();
        return each.hasNext() ? id.apply(each.next()) : null;
    }
}
