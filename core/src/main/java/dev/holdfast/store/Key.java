package dev.holdfast.store;

/** The name of one record. Ordered by kind, then by name: the one canonical order in which changes are made. */
public record Key(Kind kind, String name) implements Comparable<Key> {

    public static Key lock(String resource) {
        return new Key(Kind.LOCK, resource);
    }

    @Override
    public int compareTo(Key other) {
        int byKind = kind.compareTo(other.kind);
        return byKind != 0 ? byKind : name.compareTo(other.name);
    }
}
