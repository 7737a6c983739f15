package dev.holdfast.testkit;

import dev.holdfast.internal.storage.History;
import dev.holdfast.internal.storage.RecordTable;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** The storage of flawed stores, with what their flaws need to remember. Guarded by its own monitor. */
final class Shelf {
    final RecordTable table = new RecordTable();
    final History history = new History();
    final List<FlawedFeed> feeds = new CopyOnWriteArrayList<>();
    final Map<String, Set<Key>> formerOwners = new HashMap<>();
    private final Map<Key, Long> everHad = new HashMap<>();
    private long last;
    private int open;

    synchronized long opened(Flaw flaw) {
        if (open++ == 0) {
            last = switch (flaw) {
                case VERSION_FROM_ZERO_AFTER_RESTART, VERSION_FROM_CLOCK_AFTER_RESTART -> 0;
                case VERSION_FROM_RECORDS_AFTER_RESTART ->
                    table.entries().stream().mapToLong(Entry::version).max().orElse(0);
                default -> last;
            };
        }
        return last;
    }

    synchronized void closed() {
        open--;
    }

    /** The version of the next change, as far as the storage decides it. */
    long nextVersion(Flaw flaw, Group group, Instant now) {
        long clock = ChronoUnit.MICROS.between(Instant.EPOCH, now) * 100;
        long present = group.changes().stream()
                .mapToLong(change -> table.version(change.key()))
                .max()
                .orElse(0);
        long next = switch (flaw) {
            case VERSION_FORGOTTEN_WITH_RECORD -> present + 1;
            case VERSION_OF_FIRST_KEY ->
                everHad.getOrDefault(group.changes().get(0).key(), 0L) + 1;
            case VERSION_FROM_CLOCK -> clock + ++last;
            case VERSION_FROM_CLOCK_OR_RECORD -> Math.max(clock + ++last, present + 1);
            case VERSION_FROM_CLOCK_AFTER_RESTART -> {
                last = Math.max(clock, last + 1);
                yield last;
            }
            default -> ++last;
        };
        group.changes().forEach(change -> everHad.put(change.key(), next));
        return next;
    }

    void put(Entry entry) {
        table.put(entry);
        for (String owner : entry.body().owners()) {
            formerOwners.computeIfAbsent(owner, any -> new HashSet<>()).add(entry.key());
        }
    }

    long version(Change change) {
        return table.version(change.key());
    }
}
