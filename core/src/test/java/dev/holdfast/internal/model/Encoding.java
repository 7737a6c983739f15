package dev.holdfast.internal.model;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.manager.Trial;
import dev.holdfast.internal.rules.Cooldown;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Slot;
import dev.holdfast.internal.rules.Ticket;
import dev.holdfast.spi.Body;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A world as a short text: two worlds are the same state if and only if their texts are. Of fences only the order matters, so
 * each is written as its rank. Of a version it only matters whether it is the current one; where commands are folded, also
 * whether two callers saw the same one.
 */
@SuppressWarnings("EnumOrdinal") // one short number for each constant, forgotten when the exploration ends
final class Encoding {
    private final StringBuilder out = new StringBuilder(160);
    private final Setting setting;
    private final World world;
    private final long[] versions;

    private Encoding(Setting setting, World world) {
        this.setting = setting;
        this.world = world;
        this.versions = ranks(setting, world);
    }

    static String of(Setting setting, World world) {
        Encoding encoding = new Encoding(setting, world);
        encoding.put(world.tick());
        encoding.put(world.spent().forces() + 4 * world.spent().ends());
        encoding.put(world.spent().lost() + 4 * world.spent().crashes());
        world.granted().forEach(encoding::rank);
        world.told().forEach(encoding::rank);
        for (String user : new TreeMap<>(world.operations()).keySet()) {
            encoding.text(user);
            encoding.put(world.operations().get(user));
        }
        encoding.put(world.ending().size());
        world.ending().forEach(encoding::text);
        world.ended().stream().sorted().forEach(encoding::text);
        encoding.put(world.records().size());
        world.records().values().forEach(encoding::put);
        world.clients().forEach(encoding::put);
        return encoding.out.toString();
    }

    private static long[] ranks(Setting setting, World world) {
        Numbers all = new Numbers(setting.folded());
        world.granted().forEach(all::add);
        world.told().forEach(all::add);
        world.records().values().forEach(entry -> collect(entry, all));
        for (Client client : world.clients()) {
            client.view().entries().values().forEach(entry -> collect(entry, all));
            collect(client.lost(), all);
            collect(client.late(), all);
        }
        return all.sorted();
    }

    private static void collect(@Nullable Group group, Numbers all) {
        for (Change change : group == null ? List.<Change>of() : group.changes()) {
            all.version(change.expected());
            collect(change.next(), all);
        }
    }

    private static void collect(Entry entry, Numbers all) {
        all.version(entry.version());
        collect(entry.body(), all);
    }

    private static void collect(@Nullable Body body, Numbers all) {
        if (body instanceof LockState state) {
            for (Hold hold : state.holds()) {
                all.add(hold.fence());
            }
        }
    }

    /** The fences that occur, each once; with the versions if these matter. */
    private static final class Numbers {
        private long[] numbers = new long[16];
        private final boolean versions;
        private int size;

        Numbers(boolean versions) {
            this.versions = versions;
        }

        void version(long version) {
            if (versions) {
                add(version);
            }
        }

        void add(long number) {
            for (int i = 0; i < size; i++) {
                if (numbers[i] == number) {
                    return;
                }
            }
            if (size == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * size);
            }
            numbers[size++] = number;
        }

        long[] sorted() {
            long[] sorted = Arrays.copyOf(numbers, size);
            Arrays.sort(sorted);
            return sorted;
        }
    }

    private void put(int small) {
        out.append((char) (small + 1));
    }

    private void text(String text) {
        out.append(text).append('|');
    }

    private void rank(long version) {
        put(version == Stamp.VERSION ? 0 : 1 + Arrays.binarySearch(versions, version));
    }

    private void version(Key key, long version) {
        Entry now = world.records().get(key);
        boolean current = now != null && now.version() == version;
        if (version == Stamp.VERSION || current || !setting.folded()) {
            put(version == Stamp.VERSION ? 0 : current ? 1 : 2);
        } else {
            put(3);
            rank(version);
        }
    }

    private void put(Client client) {
        put(client.phase().ordinal() + (client.believes() ? 16 : 0) + (client.exempt() ? 32 : 0));
        put(client.number() + 8 * client.want());
        put(client.looked() + 1);
        put(client.from() + 8 * client.counted());
        put(client.view());
        put(client.lost());
        put(client.late());
    }

    private void put(Trial.View view) {
        put(view.basis().ordinal());
        if (view.basis() == Trial.Basis.GUESSED && view.entries().isEmpty()) {
            return;
        }
        time(view.asOf());
        put(view.entries().size());
        for (Map.Entry<Key, Entry> known : new TreeMap<>(view.entries()).entrySet()) {
            Entry now = world.records().get(known.getKey());
            if (now != null && now.version() == known.getValue().version()) {
                put(1);
                key(known.getKey());
            } else {
                put(0);
                put(known.getValue());
            }
        }
    }

    private void put(@Nullable Group group) {
        if (group == null) {
            put(0);
            return;
        }
        put(1 + group.changes().size());
        for (Change change : group.changes()) {
            put(change.type().ordinal());
            key(change.key());
            version(change.key(), change.expected());
            if (change.next() != null) {
                put(change.next());
            }
        }
    }

    private void put(Entry entry) {
        key(entry.key());
        version(entry.key(), entry.version());
        put(entry.body());
    }

    private void key(Key key) {
        put(key.kind().ordinal());
        if (key.kind() == Kind.LOCK) {
            put(setting.resources().indexOf(key.name()));
        } else {
            text(key.name());
        }
    }

    private void put(Body body) {
        if (body instanceof LockState state) {
            put(state);
        } else if (body instanceof Slot slot) {
            put(setting.resources().indexOf(slot.resource()));
            put(slot.hold());
        } else if (body instanceof Cooldown cooldown) {
            time(cooldown.last());
        }
    }

    private void put(LockState state) {
        put(state.holds().size() + 4 * state.queue().size());
        time(state.marked());
        for (Hold hold : state.holds()) {
            put(hold.entries().size() + (hold.claimed() ? 8 : 0));
            hold.entries().forEach(this::put);
            rank(hold.fence());
            time(hold.seen());
        }
        for (Ticket ticket : state.queue()) {
            put(ticket.claim().id());
            time(ticket.since());
            time(ticket.seen());
        }
    }

    private void put(HoldId id) {
        put((int) (id.high() * 8 + id.low()));
    }

    private void time(@Nullable Instant time) {
        if (time == null) {
            put(0);
        } else if (time.equals(Stamp.TIME)) {
            put(1);
        } else {
            put(2 + (int) Duration.between(Store.START, time).dividedBy(setting.tick()));
        }
    }
}
