package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Policy;
import dev.holdfast.Preset;
import dev.holdfast.internal.rules.Claim;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Ticket;
import dev.holdfast.spi.Body;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Reading;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Records, attempts and policies for the tests of plans. */
final class Scenes {
    static final Instant NOW = Instant.parse("2026-03-02T10:50:00Z");
    static final Duration COOLDOWN = Duration.ofSeconds(5);
    static final Policy POLICY = Preset.OFFLINE.policy().toBuilder()
            .cooldown(COOLDOWN)
            .suspectAfter(Duration.ofMinutes(15))
            .reclaimAfter(Duration.ofHours(1))
            .build();
    static final Policies POLICIES = new Policies(List.of(), POLICY);

    private Scenes() {}

    /** Returns when that is so, or fails when the time of the test is over. */
    static void awaitThat(BooleanSupplier isSo) {
        while (!isSo.getAsBoolean()) {
            assertThat(Thread.currentThread().isInterrupted())
                    .as("It was not so within the time of the test.")
                    .isFalse();
            Thread.onSpinWait();
        }
    }

    /** Wakes the thread that calls this. */
    static Runnable wake() {
        Thread thread = Thread.currentThread();
        return () -> LockSupport.unpark(thread);
    }

    static HoldId id(int number) {
        return new HoldId(0, number);
    }

    static Owner owner(String id, String user) {
        return new Owner(id, id, user, List.of());
    }

    static Claim claim(int id, Owner owner, Mode mode, String slot) {
        return new Claim(id(id), owner, mode, Lease.NONE, "", slot);
    }

    static Command acquire(Claim claim) {
        return new Command.Acquire(claim, false, null);
    }

    static Step step(Key key, Command command) {
        return new Step(key, command, POLICY);
    }

    static Attempt attempt(Snapshot snapshot, Step... steps) {
        return new Attempt(List.of(steps), snapshot);
    }

    /** A hold that was granted a minute ago. */
    static Hold hold(int id, Owner owner, Mode mode, String slot, Lease lease) {
        Instant then = NOW.minusSeconds(60);
        return new Hold(List.of(id(id)), owner, mode, 3, then, then, then, lease, "", slot, true);
    }

    static Hold hold(int id, Owner owner) {
        return hold(id, owner, Mode.EXCLUSIVE, "", Lease.NONE);
    }

    static LockState state(Hold holder, Claim... waiters) {
        List<Ticket> queue = new ArrayList<>();
        for (Claim waiter : waiters) {
            queue.add(new Ticket(waiter, NOW.minusSeconds(2), NOW.minusSeconds(2)));
        }
        return new LockState(List.of(holder), queue, null);
    }

    static Entry entry(Key key, long version, Body body) {
        return Entry.written(key, version, NOW.minusSeconds(1), body);
    }

    static Snapshot seen(Entry... entries) {
        return seenAt(NOW, entries);
    }

    static Snapshot seenAt(Instant moment, Entry... entries) {
        Map<Key, Entry> known = new HashMap<>();
        for (Entry entry : entries) {
            known.put(entry.key(), entry);
        }
        return Snapshot.of(new Reading(known, moment));
    }

    static List<Change> changes(Plan plan) {
        return Objects.requireNonNull(plan.group()).changes();
    }

    /** Returns the owners of the holds that the plan writes for a lock. */
    static List<String> holders(Plan plan, Key key) {
        return changes(plan).stream()
                .filter(change -> change.key().equals(key))
                .filter(change -> change.next() instanceof LockState)
                .flatMap(change -> ((LockState) Objects.requireNonNull(change.next())).holds().stream())
                .map(hold -> hold.owner().id())
                .toList();
    }
}
