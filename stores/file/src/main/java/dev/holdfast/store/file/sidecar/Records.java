package dev.holdfast.store.file.sidecar;

import dev.holdfast.Hold;
import dev.holdfast.internal.base.FileNames;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.storage.RecordTable;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The sum of the lines of a journal. Not thread-safe: used under the guard. */
final class Records {
    private final RecordTable table = new RecordTable();
    /** Those that tell something, oldest first. */
    private final List<Line> telling = new ArrayList<>();
    /** By resource, what the view showed when the record was written. */
    private final Map<String, String> tags = new HashMap<>();

    private final Map<String, String> byCase = new HashMap<>();

    RecordTable table() {
        return table;
    }

    /** Returns the lines with events for the history, oldest first. */
    List<Line> telling() {
        return telling;
    }

    @Nullable
    String tag(String resource) {
        return tags.get(resource);
    }

    /** Returns the holds on record, by resource. */
    Map<String, List<Hold>> holds() {
        Map<String, List<Hold>> holds = new TreeMap<>();
        for (Entry entry : table.entries()) {
            if (entry.key().kind() == Kind.LOCK) {
                holds.put(entry.key().name(), LockState.of(entry).holds());
            }
        }
        return holds;
    }

    /** Returns the recorded resource whose name differs from this one in nothing but case, or null. */
    @Nullable
    String aliasOf(String resource) {
        String other = byCase.get(FileNames.caseKey(resource));
        return other == null || other.equals(resource) ? null : other;
    }

    void apply(Line line) {
        for (Line.Put put : line.puts()) {
            table.put(Entry.written(put.key(), line.version(), line.stamp(), put.body()));
            if (put.key().kind() == Kind.LOCK) {
                tag(put.key().name(), put.tag());
                byCase.put(FileNames.caseKey(put.key().name()), put.key().name());
            }
        }
        for (Key key : line.deletes()) {
            table.remove(key);
            if (key.kind() == Kind.LOCK) {
                tags.remove(key.name());
                byCase.remove(FileNames.caseKey(key.name()), key.name());
            }
        }
        if (!line.events().isEmpty()) {
            telling.add(line);
        }
    }

    private void tag(String resource, @Nullable String tag) {
        if (tag == null) {
            tags.remove(resource);
        } else {
            tags.put(resource, tag);
        }
    }

    /** Lines that add up to the same, but for what they tell. */
    List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        for (Entry entry : table.entries()) {
            String tag = entry.key().kind() == Kind.LOCK ? tags.get(entry.key().name()) : null;
            Line.Put put = new Line.Put(entry.key(), entry.body(), tag);
            lines.add(new Line(0, entry.version(), entry.stamp(), List.of(put), List.of(), Events.NONE));
        }
        return lines;
    }

    /** Returns the keys whose records differ between the two. */
    Set<Key> differences(Records other) {
        Set<Key> keys = new HashSet<>();
        addDifferences(other, keys);
        other.addDifferences(this, keys);
        return keys;
    }

    private void addDifferences(Records other, Set<Key> keys) {
        for (Entry entry : table.entries()) {
            if (other.table.version(entry.key()) != entry.version()) {
                keys.add(entry.key());
            }
        }
    }
}
