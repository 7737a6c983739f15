package dev.holdfast.audit.base;

import java.util.Comparator;

/**
 * A line of a file.
 *
 * @param file the path from the audited folder, with slashes
 * @param line the number, from 1
 */
public record Place(String file, int line) implements Comparable<Place> {
    private static final Comparator<Place> ORDER =
            Comparator.comparing(Place::file).thenComparingInt(Place::line);

    @Override
    public int compareTo(Place other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return file + ":" + line;
    }
}
