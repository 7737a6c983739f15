package dev.holdfast.spi;

import dev.holdfast.HoldId;
import org.jspecify.annotations.Nullable;

/** The name of one record. Ordered by kind, then by name: the one canonical order in which changes are made. */
public record Key(Kind kind, String name) implements Comparable<Key> {

    /** Returns the key of the lock on a resource. */
    public static Key lock(String resource) {
        return new Key(Kind.LOCK, resource);
    }

    /** Returns the key of the ending of one entry into a hold. Names of resources contain no line feed. */
    public static Key ending(String resource, HoldId entry) {
        return new Key(Kind.ENDING, resource + '\n' + entry);
    }

    /** Returns the key of an author's draft for a resource. */
    public static Key draft(String resource, String author) {
        return new Key(Kind.DRAFT, resource + '\n' + author);
    }

    /** Returns the key of the requests that a person made to the holders of a resource. */
    public static Key request(String resource, String person) {
        return new Key(Kind.REQUEST, resource + '\n' + person);
    }

    /** Compares field by field. Keys are compared more often than anything else, and a record's own method is slower. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Key key && kind == key.kind && name.equals(key.name);
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + kind.hashCode();
    }

    @Override
    public int compareTo(Key other) {
        int byKind = kind.compareTo(other.kind);
        return byKind != 0 ? byKind : name.compareTo(other.name);
    }

    /** The kind of record that a key names. Each kind has one type of body. */
    public enum Kind {
        /** A resource's holds and queue, under the resource's name. */
        LOCK,
        /** A filled slot of a limit that spans resources. */
        SLOT,
        /** A user's last operation. */
        COOLDOWN("PACE"),
        /** An owner that was ended, under the owner's id. */
        OWNER_ENDED,
        /** Why a hold ended against its owner's will. */
        ENDING,
        /** A user's unfinished text. */
        DRAFT,
        /** An access token of a server, under a hash of its secret. */
        TOKEN("PASS"),
        /** What became of the requests of one person to the holders of one resource. */
        REQUEST,
        /** A note of a server to itself, under a name of its own. */
        SERVER;

        private final String stored;

        Kind() {
            stored = name();
        }

        Kind(String stored) {
            this.stored = stored;
        }

        /**
         * Returns the name under which stores keep records of this kind. It stays the same for ever, since there are records
         * with it.
         */
        public String stored() {
            return stored;
        }

        /**
         * Returns the kind with that stored name.
         *
         * @throws IllegalArgumentException if there is none
         */
        public static Kind ofStored(String name) {
            for (Kind kind : values()) {
                if (kind.stored.equals(name)) {
                    return kind;
                }
            }
            throw new IllegalArgumentException("There is no kind of record '" + name + "'.");
        }
    }
}
