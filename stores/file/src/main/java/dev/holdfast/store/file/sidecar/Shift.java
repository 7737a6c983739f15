package dev.holdfast.store.file.sidecar;

import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The change of what is shown for one resource, by a line of the journal. */
record Shift(
        String resource, @Nullable String from, @Nullable String to) {

    /** Returns the changes that a line makes if it is applied to those records. */
    static List<Shift> of(Line line, Records records) {
        List<Shift> shifts = new ArrayList<>();
        for (Line.Put put : line.puts()) {
            add(shifts, put.key(), records, put.tag());
        }
        for (Key key : line.deletes()) {
            add(shifts, key, records, null);
        }
        return shifts;
    }

    private static void add(List<Shift> shifts, Key key, Records records, @Nullable String to) {
        String from = key.kind() == Kind.LOCK ? records.tag(key.name()) : to;
        if (!Objects.equals(from, to)) {
            shifts.add(new Shift(key.name(), from, to));
        }
    }

    boolean isDone(@Nullable String now) {
        return Objects.equals(now, to);
    }
}
