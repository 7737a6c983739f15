package dev.holdfast.spi;

import dev.holdfast.spi.Key.Kind;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The records to list. All conditions must match; those that are null or empty do not count.
 *
 * @param prefix of the name
 * @param owner an owner that the body names
 * @param user a user that the body names
 * @param dueBy only records that are due at that time, by the store's index
 * @param after only names after this one, for the next page
 * @param limit the maximum number of records
 */
public record Query(
        Kind kind,
        String prefix,
        @Nullable String owner,
        @Nullable String user,
        @Nullable Instant dueBy,
        String after,
        int limit) {
    private static final int PAGE = 1000;

    public Query {
        if (limit < 1) {
            throw new IllegalArgumentException("A query must allow at least one record, not " + limit + ".");
        }
    }

    /** Returns a query for all records of a kind. */
    public static Query all(Kind kind) {
        return new Query(kind, "", null, null, null, "", PAGE);
    }

    /** Returns a copy for names that begin with that text. */
    public Query prefix(String newPrefix) {
        return new Query(kind, newPrefix, owner, user, dueBy, after, limit);
    }

    /** Returns a copy for the records of one owner; null for all. */
    public Query owner(@Nullable String newOwner) {
        return new Query(kind, prefix, newOwner, user, dueBy, after, limit);
    }

    /** Returns a copy for the records of one user; null for all. */
    public Query user(@Nullable String newUser) {
        return new Query(kind, prefix, owner, newUser, dueBy, after, limit);
    }

    /** Returns a copy for the records that are due by that moment; null for all. */
    public Query dueBy(@Nullable Instant moment) {
        return new Query(kind, prefix, owner, user, moment, after, limit);
    }

    /** Returns a copy for the page that follows that name. */
    public Query after(String name) {
        return new Query(kind, prefix, owner, user, dueBy, name, limit);
    }

    /** Returns a copy with another maximum number of records. */
    public Query limit(int most) {
        return new Query(kind, prefix, owner, user, dueBy, after, most);
    }

    /** Returns whether an entry meets every condition but the limit. */
    public boolean matches(Entry entry) {
        String name = entry.key().name();
        if (entry.key().kind() != kind || !name.startsWith(prefix) || name.compareTo(after) <= 0) {
            return false;
        }
        if (owner != null && !entry.body().owners().contains(owner)) {
            return false;
        }
        if (user != null && !entry.body().users().contains(user)) {
            return false;
        }
        Instant due = dueBy == null ? null : entry.body().due().at(entry.stamp());
        return dueBy == null || (due != null && !due.isAfter(dueBy));
    }
}
