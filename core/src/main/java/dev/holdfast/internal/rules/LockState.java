package dev.holdfast.internal.rules;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Owner;
import dev.holdfast.internal.base.Moments;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.spi.Body;
import dev.holdfast.spi.Entry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The record of one resource: its holds and its queue. A free resource without waiters has no record.
 *
 * @param marked when a change with an unknown outcome was last settled here, or null. While the mark is fresh the record stays,
 *     even if empty, so that a late change that expected no record cannot apply any more
 * @param turn the turn of the manager that hands the resource on among its own waiters, or null
 * @param requests to the holders to hand it over
 */
public record LockState(
        List<Hold> holds,
        List<Ticket> queue,
        @Nullable Instant marked,
        @Nullable Turn turn,
        OpenRequests requests) implements Body {
    public static final LockState FREE = new LockState(List.of(), List.of(), null);
    /** No change is on its way for longer than this after its caller gave up on the answer. */
    public static final Duration LATEST_CHANGE = Duration.ofMinutes(5);
    /** How long a mark is kept: so long that one that is some minutes old still outlasts any change on its way. */
    public static final Duration MARK_LIFE = LATEST_CHANGE.multipliedBy(2);

    public LockState {
        holds = List.copyOf(holds);
        queue = List.copyOf(queue);
        marked = marked == null ? null : Moments.boundedOrStamp(marked);
    }

    public LockState(List<Hold> holds, List<Ticket> queue, @Nullable Instant marked) {
        this(holds, queue, marked, null, OpenRequests.NONE);
    }

    public LockState(List<Hold> holds, List<Ticket> queue, @Nullable Instant marked, @Nullable Turn turn) {
        this(holds, queue, marked, turn, OpenRequests.NONE);
    }

    /** Returns the body of an entry of kind {@link dev.holdfast.spi.Key.Kind#LOCK}. */
    public static LockState of(Entry entry) {
        return (LockState) entry.body();
    }

    LockState with(List<Hold> newHolds, List<Ticket> newQueue) {
        return new LockState(newHolds, newQueue, marked, turn, requests);
    }

    LockState withHolds(List<Hold> newHolds) {
        return with(newHolds, queue);
    }

    LockState withQueue(List<Ticket> newQueue) {
        return with(holds, newQueue);
    }

    LockState without(Hold hold) {
        if (holds.size() == 1 && queue.isEmpty() && marked == null && requests.isEmpty()) {
            return FREE;
        }
        List<Hold> kept = new ArrayList<>(holds);
        kept.remove(hold);
        return withHolds(kept);
    }

    LockState replaced(Hold old, Hold next) {
        List<Hold> changed = new ArrayList<>(holds);
        changed.set(changed.indexOf(old), next);
        return withHolds(changed);
    }

    LockState marked(@Nullable Instant moment) {
        return new LockState(holds, queue, moment, turn, requests);
    }

    LockState withTurn(@Nullable Turn newTurn) {
        return Objects.equals(newTurn, turn) ? this : new LockState(holds, queue, marked, newTurn, requests);
    }

    LockState withRequests(OpenRequests others) {
        return others.equals(requests) ? this : new LockState(holds, queue, marked, turn, others);
    }

    /** Returns whether nothing is left that a store would have to keep. */
    public boolean isFree() {
        return holds.isEmpty() && queue.isEmpty() && marked == null;
    }

    /** Returns the hold that the entry belongs to, or null. */
    public @Nullable Hold holdOf(HoldId entry) {
        for (int i = 0; i < holds.size(); i++) {
            if (holds.get(i).has(entry)) {
                return holds.get(i);
            }
        }
        return null;
    }

    /** Returns the hold of that owner, or null; an owner has at most one on a resource. A closed resource has no owner. */
    public @Nullable Hold holdOfOwner(String owner) {
        for (int i = 0; i < holds.size(); i++) {
            if (holds.get(i).owner().id().equals(owner) && !Closure.is(holds.get(i))) {
                return holds.get(i);
            }
        }
        return null;
    }

    /** Returns the hold that fills that slot, or null. */
    public @Nullable Hold holdInSlot(String slot) {
        for (int i = 0; i < holds.size(); i++) {
            if (holds.get(i).slot().equals(slot)) {
                return holds.get(i);
            }
        }
        return null;
    }

    /** Returns the hold that the owner of that ticket has, or null. */
    public @Nullable Hold holdOfWaiter(HoldId ticket) {
        Ticket waiting = ticketOf(ticket);
        return waiting == null ? null : holdOfOwner(waiting.claim().owner().id());
    }

    /** Returns the place of that ticket in the queue, counted from 1, or 0. */
    public int placeOf(HoldId ticket) {
        for (int i = 0; i < queue.size(); i++) {
            if (queue.get(i).claim().id().equals(ticket)) {
                return i + 1;
            }
        }
        return 0;
    }

    /** Returns whether a claim has neither a hold nor a place in the queue. */
    boolean isUnknown(Claim claim) {
        return holdOf(claim.id()) == null && placeOf(claim.id()) == 0;
    }

    /** Returns the ticket with that id, or null. */
    @Nullable
    Ticket ticketOf(HoldId id) {
        int place = placeOf(id);
        return place == 0 ? null : queue.get(place - 1);
    }

    /** Returns what a ticket waits for: the holders, and the ticket directly before it in the queue. */
    public LockState before(HoldId ticket) {
        int place = placeOf(ticket);
        return new LockState(holds, place > 1 ? List.of(queue.get(place - 2)) : List.of(), null);
    }

    @Override
    public LockState stamped(long version, Instant stamp) {
        if (holds.size() == 1 && queue.isEmpty() && marked == null && turn == null && requests.isEmpty()) {
            return new LockState(List.of(holds.get(0).stamped(version, stamp)), queue, null);
        }
        return new LockState(
                holds.stream().map(hold -> hold.stamped(version, stamp)).toList(),
                queue.stream().map(ticket -> ticket.stamped(stamp)).toList(),
                marked == null ? null : Stamp.time(marked, stamp),
                turn == null ? null : turn.stamped(stamp),
                requests.isEmpty() ? requests : requests.stamped(version, stamp));
    }

    @Override
    public Set<String> owners() {
        if (holds.size() == 1 && queue.isEmpty()) {
            return Set.of(holds.get(0).owner().id());
        }
        return ofEach(Owner::id);
    }

    @Override
    public Set<String> users() {
        if (holds.size() == 1 && queue.isEmpty() && requests.isEmpty()) {
            String only = holds.get(0).owner().user();
            return only.isEmpty() ? Set.of() : Set.of(only);
        }
        Set<String> users = ofEach(Owner::user);
        requests.list().forEach(request -> users.add(request.claim().owner().user()));
        users.remove("");
        return users;
    }

    private Set<String> ofEach(Function<Owner, String> field) {
        Set<String> all = new LinkedHashSet<>();
        holds.forEach(hold -> all.add(field.apply(hold.owner())));
        queue.forEach(ticket -> all.add(field.apply(ticket.claim().owner())));
        return all;
    }

    @Override
    public Due due() {
        Due due = marked == null ? Due.NEVER : Due.at(marked, MARK_LIFE);
        for (int i = 0; i < holds.size(); i++) {
            due = due.or(HoldChanges.due(holds.get(i)));
        }
        for (int i = 0; i < queue.size(); i++) {
            due = due.or(Due.at(queue.get(i).seen(), queue.get(i).life()));
        }
        for (OpenRequest request : requests.list()) {
            due = due.or(request.due());
        }
        return due;
    }
}
