package dev.holdfast.internal.model;

import dev.holdfast.Hold;
import dev.holdfast.LockEvent;
import dev.holdfast.Policy;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.OwnerEnded;
import dev.holdfast.internal.rules.Ticket;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A store as its contract says, and the laws that each change must keep. Why holds ended is not kept. */
final class Store {
    static final Instant START = Instant.parse("2025-03-30T01:30:00Z");

    private final Setting setting;
    private final Defect defect;

    Store(Setting setting, Defect defect) {
        this.setting = setting;
        this.defect = defect;
    }

    Instant time(int tick) {
        return START.plus(setting.tick().multipliedBy(tick));
    }

    /** The world after an attempt to apply that group; {@code result} is the store's answer. */
    record Application(World world, Result result, @Nullable Law broken) {}

    static Group kept(Group group) {
        return new Group(
                group.changes().stream()
                        .filter(change -> change.key().kind() != Kind.ENDING)
                        .toList(),
                group.events());
    }

    boolean applies(World world, Group group) {
        return defect == Defect.VERSIONS_IGNORED
                || group.changes().stream()
                        .allMatch(change -> change.key().kind() == Kind.ENDING
                                || version(world, change.key()) == change.expected());
    }

    /** Whether that group can never be applied any more. */
    static boolean isStale(World world, Group group) {
        return group.changes().stream()
                .anyMatch(change ->
                        change.expected() != Change.ABSENT && version(world, change.key()) != change.expected());
    }

    static long version(World world, Key key) {
        Entry entry = world.records().get(key);
        return entry == null ? Change.ABSENT : entry.version();
    }

    Application apply(World world, Group group) {
        if (!applies(world, group)) {
            Map<Key, Entry> current = new HashMap<>();
            for (Change change : group.changes()) {
                Entry entry = world.records().get(change.key());
                if (entry != null) {
                    current.put(change.key(), entry);
                }
            }
            return new Application(world, new Result.Conflict(new Reading(current, time(world.tick()))), null);
        }
        Law broken = broken(world, group);
        TreeMap<Key, Entry> records = new TreeMap<>(world.records());
        long version = world.version() + 1;
        Instant now = time(world.tick());
        for (Change change : group.changes()) {
            if (change.type() == Change.Type.PUT && change.key().kind() != Kind.ENDING) {
                records.put(change.key(), Entry.written(change.key(), version, now, change.next()));
            } else if (change.type() == Change.Type.DELETE) {
                records.remove(change.key());
            }
        }
        boolean restarts = defect == Defect.VERSIONS_RESTART && records.isEmpty();
        World next = world.with(records, restarts ? 0 : version);
        for (int r = 0; r < setting.resources().size(); r++) {
            Key key = Key.lock(setting.resources().get(r));
            Entry before = world.records().get(key);
            Entry after = records.get(key);
            for (Hold hold :
                    after == null ? List.<Hold>of() : LockState.of(after).holds()) {
                boolean kept = before != null
                        && LockState.of(before).holds().stream().anyMatch(old -> old.fence() == hold.fence());
                broken = broken == null
                                && !kept
                                && hold.fence() <= world.granted().get(r)
                        ? Law.FENCES
                        : broken;
                next = next.granted(r, hold.fence());
            }
        }
        for (LockEvent event : group.events()) {
            String user = event.hold().owner().user();
            if ((event.kind().begins() || event.kind() == LockEvent.EventKind.RELEASED) && !user.isEmpty()) {
                next = next.operated(user);
            }
        }
        return new Application(next, new Result.Applied(version, now), broken);
    }

    private @Nullable Law broken(World world, Group group) {
        for (LockEvent event : group.events()) {
            if (event.kind().begins() && world.records().containsKey(ended(event.hold()))) {
                return Law.ENDED;
            }
            if (event.kind().begins() && tooSoon(world, event.resource(), event.hold())) {
                return Law.COOLDOWN;
            }
            if (endsLiving(world, event)) {
                return Law.ALIVE;
            }
        }
        return group.changes().stream().anyMatch(change -> entersEnded(world, change)) ? Law.ENDED : null;
    }

    private boolean tooSoon(World world, String resource, Hold hold) {
        Policy policy = setting.policies().forResource(resource);
        Integer last = world.operations().get(hold.owner().user());
        if (last == null || policy.cooldown() == null) {
            return false;
        }
        Entry entry = world.records().get(Key.lock(resource));
        for (Ticket ticket :
                entry == null ? List.<Ticket>of() : LockState.of(entry).queue()) {
            if (ticket.claim().id().equals(hold.id()) && !time(last).isAfter(ticket.since())) {
                return false;
            }
        }
        return time(world.tick()).isBefore(time(last).plus(policy.cooldown()));
    }

    private boolean endsLiving(World world, LockEvent event) {
        Hold hold = event.hold();
        int process = hold.owner().processes().isEmpty()
                ? 0
                : (int) hold.owner().processes().get(0).pid();
        boolean alive = false;
        boolean visible = false;
        for (int c = 0; c < setting.roles().size() && process > 0; c++) {
            if (setting.roles().get(c).process() == process) {
                alive |= world.clients().get(c).alive();
                visible = setting.roles().get(c).visible();
            }
        }
        if (event.kind() == LockEvent.EventKind.DIED) {
            return process == 0 || alive;
        }
        Instant until = hold.until();
        boolean over = until != null && !time(world.tick()).isBefore(until);
        return event.kind() == LockEvent.EventKind.EXPIRED && !over && alive && visible;
    }

    private static boolean entersEnded(World world, Change change) {
        if (change.type() != Change.Type.PUT || !(change.next() instanceof LockState next)) {
            return false;
        }
        Entry before = world.records().get(change.key());
        for (Hold hold : next.holds()) {
            Hold old = before == null
                    ? null
                    : LockState.of(before).holdOfOwner(hold.owner().id());
            boolean more = old == null || !old.entries().containsAll(hold.entries());
            if (more && world.records().containsKey(ended(hold))) {
                return true;
            }
        }
        return false;
    }

    private static Key ended(Hold hold) {
        return new Key(Kind.OWNER_ENDED, hold.owner().id());
    }

    static Key ended(String owner) {
        return new Key(Kind.OWNER_ENDED, owner);
    }

    Group ending(String owner) {
        return Group.of(Change.put(ended(owner), Change.ABSENT, new OwnerEnded(owner, time(0))));
    }
}
