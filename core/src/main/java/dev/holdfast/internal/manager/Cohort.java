package dev.holdfast.internal.manager;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Mode;
import dev.holdfast.internal.manager.Clocks.Moment;
import dev.holdfast.internal.rules.Claim;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Queue;
import dev.holdfast.internal.rules.Relay;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one manager that wait for one resource, first come, first served. Most of them wait in memory: only the first
 * of these asks the store and stands in its queue, and the others cost it nothing. When a caller of this manager releases the
 * resource, the first gets it in the same change. Requests that each ask by themselves keep their place among them: the first
 * in memory is handed nothing that belongs to one of those. A request with a receipt that its caller made may stand for a hold
 * or a place in the queue already: it is handed nothing before it has looked once. Thread-safe.
 */
final class Cohort {
    /** How long the first leaves it to its own manager to hand over the resource, before it asks the store by itself. */
    private static final Duration GRACE = Duration.ofMillis(250);
    /** How often the owners are looked after: one that was ended elsewhere leaves the queue within five seconds. */
    private static final Duration OWNERS_EVERY = Duration.ofSeconds(4);

    private static final long FIRST_PAUSE_NANOS = 100_000;
    private static final long MAX_PAUSE_NANOS = 10_000_000;
    /** Longer than a store takes to answer or to fail. */
    private static final long MAX_WAIT_NANOS = 60_000_000_000L;

    private final Clocks clocks;
    private final Runnable emptied;
    private final Set<Member> members = new LinkedHashSet<>();
    /** Those that wait in memory, by their claims, in the same order. */
    private final Map<HoldId, Member> inMemory = new LinkedHashMap<>();

    private final Map<String, Set<Member>> membersByOwner = new HashMap<>();
    /** The first of those that wait in memory. */
    private @Nullable Member first;
    /** The owners that have the resource, as far as it is known here: a request of theirs may enter. */
    private Set<String> holders = Set.of();

    private long ownersSeen;

    /** @param emptied called when the last member has left */
    Cohort(Clocks clocks, Runnable emptied) {
        this.clocks = clocks;
        this.emptied = emptied;
        this.ownersSeen = clocks.nanoTime();
    }

    /** The hold that a release of this manager handed to a member. */
    record HandedOver(Hold hold, Snapshot snapshot, Moment before) {}

    /** A waiting request. Its methods are for the thread that it belongs to, unless they say otherwise. */
    final class Member {
        private final Claim claim;
        /** Whether its caller made the claim's id, so that another request may have used it before. */
        private final boolean idMayBeUsed;

        private final Instant since;
        private final Runnable wake;
        /** Whether it waits in memory while others are before it, and may be handed the resource. */
        private volatile boolean waitsInMemory;
        /** Whether it knows that nothing in the store belonged to its claim. */
        private volatile boolean looked;

        private volatile @Nullable HandedOver handedOver;
        /** Whether it shall ask the store by itself, though it is not the first. */
        private volatile boolean called;
        /** When the first asks by itself. */
        private volatile long asksAt;
        /** Whether a release may have handed it the resource. Guarded by the cohort, as the next three. */
        private boolean offered;

        private int underWay;
        private boolean postponed;
        private boolean gone;
        /** Whether a later request with the same id has begun since it left. */
        private volatile boolean askedAgain;
        /** Whether it asks the store by itself. */
        private volatile boolean asking;

        private Member(Claim claim, boolean waitsInMemory, boolean idMayBeUsed, Runnable wake) {
            this.claim = claim;
            this.waitsInMemory = waitsInMemory;
            this.idMayBeUsed = idMayBeUsed;
            this.looked = !idMayBeUsed;
            this.since = clocks.now().wall();
            this.wake = wake;
        }

        Claim claim() {
            return claim;
        }

        /** Returns when it joined, by the clock of this machine. */
        Instant since() {
            return since;
        }

        /** Returns the hold that it was handed, or null. */
        @Nullable
        HandedOver handedOver() {
            return handedOver;
        }

        /** Returns whether it has a reason to stop sleeping. For any thread. */
        boolean isCalled() {
            return called || handedOver != null;
        }

        /** Returns whether it is to look after the owners behind it. For any thread. */
        boolean mustCheckOwners() {
            return Cohort.this.mustCheckOwners(this);
        }

        /** Returns whether it is time to ask the store. */
        boolean mayAsk() {
            return !waitsInMemory || !looked || isCalled() || (isFirst(this) && clocks.nanoTime() - asksAt >= 0);
        }

        /** Returns how many nanoseconds to sleep at most, before it may have to ask the store. */
        long nap(long deadline) {
            long left = deadline - clocks.nanoTime();
            return Math.max(1, isFirst(this) ? Math.min(left, asksAt - clocks.nanoTime()) : left);
        }

        /**
         * Returns whether a release is under way that may hand it the resource. Then it need not ask: it is called if it gets
         * nothing.
         */
        boolean awaitsAnswer() {
            return postpone(this);
        }

        /** Says that it asks the store now. */
        void asks() {
            asking = true;
            called = false;
        }

        /** Returns whether it only looks, with its next try, since others wait before it. */
        boolean looksOnly() {
            return waitsInMemory && !looked && !isFirst(this);
        }

        /**
         * Says that a look has shown these records. If nothing there belongs to its claim, it waits in memory from now on. Else
         * it keeps its place in the queue, and asks the store by itself.
         *
         * @return whether it waits in memory
         */
        boolean waitsAfter(LockState state) {
            asking = state.placeOf(claim.id()) > 0 || state.holdOf(claim.id()) != null;
            if (asking) {
                leaveMemory(this);
            }
            looked = true;
            return !asking;
        }

        /** Says that a try was answered that also brings it into the queue. */
        void hasLooked() {
            looked = true;
        }

        /** Returns whether another request may have used the claim's id before. */
        boolean idMayBeUsed() {
            return idMayBeUsed;
        }

        /** Returns whether another request with the same id has begun since it left. */
        boolean isAskedAgain() {
            return askedAgain;
        }

        /** Says that another request with the same id has begun: what the store has of it is no remainder of this one. */
        void askedAgain() {
            askedAgain = true;
        }

        /** Returns how many wait in memory behind it, if it is the first. */
        int behind() {
            return Cohort.this.behind(this);
        }

        /** Tells the others what it saw of the resource: the owner of a holder may enter. */
        void saw(LockState state) {
            knowHolders(state.holds()).forEach(this::callOwner);
        }

        /** Leaves with the resource, whose release will hand it to the next. */
        void leaveGranted() {
            Cohort.this.leave(this, true, true);
        }

        /**
         * Leaves without the resource, or with what it was {@linkplain #handedOver handed} at the last moment. Waits until no
         * release is under way that may hand it the resource.
         *
         * @param passesOn whether the store is told that it leaves: then the next has its place in the queue
         * @return whether the store may have more of it than it knows itself
         */
        boolean leave(boolean passesOn) {
            Cohort.this.leave(this, false, passesOn);
            Pause pause = new Pause(FIRST_PAUSE_NANOS, MAX_PAUSE_NANOS);
            long begin = System.nanoTime();
            while (isUnderWay(this) && System.nanoTime() - begin < MAX_WAIT_NANOS) {
                pause.await();
            }
            return isOffered(this);
        }

        /** Returns the owners of all that wait, if it is time to look after them. */
        List<String> ownersToCheck() {
            return Cohort.this.ownersToCheck();
        }

        /** Makes the waiters of an owner ask the store. */
        void callOwner(String owner) {
            Cohort.this.callOwner(owner, this);
        }

        /** Says that the store did not answer: the others find out by themselves. */
        void failed() {
            callOthers();
        }

        /** Makes it ask the store. For any thread. */
        void call() {
            called = true;
            wake.run();
        }
    }

    /**
     * Adds a request, behind all others.
     *
     * @param together whether it may wait in memory while others are before it
     * @param idMayBeUsed whether another request may have used the claim's id before
     */
    synchronized Member join(Claim claim, boolean together, boolean idMayBeUsed, Runnable wake) {
        boolean waitsInMemory = together && !inMemory.containsKey(claim.id());
        Member member = new Member(claim, waitsInMemory, idMayBeUsed, wake);
        members.add(member);
        membersByOwner
                .computeIfAbsent(claim.owner().id(), owner -> new LinkedHashSet<>())
                .add(member);
        if (waitsInMemory) {
            inMemory.put(claim.id(), member);
        }
        if (first == null && waitsInMemory) {
            first = member;
            member.asksAt = clocks.nanoTime();
        }
        member.called = holders.contains(claim.owner().id());
        return member;
    }

    /** Makes a member ask by itself from now on. */
    private synchronized void leaveMemory(Member member) {
        if (member.waitsInMemory) {
            member.waitsInMemory = false;
            removeFromMemory(member, false);
        }
    }

    /** Notes who holds the resource, and returns their owners. */
    synchronized Set<String> knowHolders(List<Hold> holds) {
        holders = holds.stream().map(hold -> hold.owner().id()).collect(Collectors.toUnmodifiableSet());
        return holders;
    }

    synchronized boolean isEmpty() {
        return members.isEmpty();
    }

    private synchronized boolean isFirst(Member member) {
        return member == first;
    }

    private synchronized int behind(Member member) {
        return member == first ? inMemory.size() - 1 : 0;
    }

    /** Returns an offer to the first, or null if none waits in memory or one that asks by itself came before. */
    synchronized @Nullable Offer offer() {
        Iterator<Member> inOrder = members.iterator();
        if (!inOrder.hasNext()) {
            return null;
        }
        Member next = inOrder.next();
        return next == first && next.looked ? offer(next, next) : null;
    }

    /** Returns an offer to the readers directly behind that claim; null if it is not that of a reader who is the first. */
    synchronized @Nullable Offer offerBehind(Claim claim) {
        Member asks = first;
        return asks != null && asks.claim.id().equals(claim.id()) ? offer(asks, null) : null;
    }

    /** Returns an offer to that member, if any, and to the readers behind one; null if it is to none. Guarded by this. */
    private @Nullable Offer offer(Member ahead, @Nullable Member next) {
        List<Member> offered = new ArrayList<>();
        if (next != null) {
            offered.add(next);
        }
        List<Claim> readers = new ArrayList<>();
        for (Member reader : readersBehind(ahead)) {
            offered.add(reader);
            readers.add(reader.claim);
        }
        if (offered.isEmpty()) {
            return null;
        }
        offered.forEach(member -> member.underWay++);
        return new Offer(this, offered, new Relay(ahead.claim, inMemory.size() - 1, readers), clocks.now());
    }

    /** Returns the readers in memory between a reader and the first writer behind it. Guarded by this. */
    private List<Member> readersBehind(Member ahead) {
        if (ahead.claim.mode() != Mode.SHARED || inMemory.size() < 2) {
            return List.of();
        }
        List<Member> readers = new ArrayList<>();
        boolean behind = false;
        for (Member member : members) {
            if (behind && (member.claim.mode() != Mode.SHARED || readers.size() + 1 >= Queue.MAX_TOGETHER)) {
                break;
            } else if (behind && member.waitsInMemory && member.looked) {
                readers.add(member);
            }
            behind |= member == ahead;
        }
        return readers;
    }

    /** Notes which of them a change names that is about to be sent. */
    synchronized void named(List<Member> members, LockState next) {
        for (Member member : members) {
            HoldId id = member.claim.id();
            member.offered |= next.holdOf(id) != null || next.placeOf(id) > 0;
        }
    }

    /** Returns whether it was there to be told. One that leaves while the change is under way is, too. */
    boolean handOver(Member member, HandedOver handed) {
        synchronized (this) {
            boolean waits = members.contains(member);
            if (!waits && !(member.gone && member.underWay > 0)) {
                return false;
            }
            member.handedOver = handed;
            Set<String> has = handed.hold.mode() == Mode.SHARED ? new HashSet<>(holders) : new HashSet<>();
            has.add(handed.hold.owner().id());
            holders = has;
            if (waits) {
                remove(member, true);
            }
        }
        member.wake.run();
        callOwner(handed.hold.owner().id(), member);
        tidy();
        return true;
    }

    /** Says that an offer to it has ended, whatever came of it. */
    void ended(Member member) {
        boolean call;
        synchronized (this) {
            member.underWay--;
            call = member.postponed && member.underWay == 0 && member.handedOver == null;
            member.postponed &= !call;
        }
        if (call) {
            member.call();
        }
    }

    private synchronized boolean postpone(Member member) {
        if (member.underWay == 0) {
            return false;
        }
        member.postponed = true;
        member.called = false;
        member.asksAt = clocks.nanoTime() + GRACE.toNanos();
        return true;
    }

    private synchronized boolean isUnderWay(Member member) {
        return member.underWay > 0;
    }

    private synchronized boolean isOffered(Member member) {
        return member.offered;
    }

    /** Returns whether it has left with nothing. */
    synchronized boolean isGone(Member member) {
        return member.gone && member.handedOver == null;
    }

    private void leave(Member member, boolean granted, boolean passesOn) {
        synchronized (this) {
            member.gone = !granted;
            if (members.contains(member)) {
                remove(member, passesOn);
            }
        }
        tidy();
    }

    private void tidy() {
        if (isEmpty()) {
            emptied.run();
        }
    }

    /** Takes it out. Guarded by this. */
    private void remove(Member member, boolean passesOn) {
        members.remove(member);
        Set<Member> ofOwner = membersByOwner.get(member.claim.owner().id());
        if (ofOwner != null && ofOwner.remove(member) && ofOwner.isEmpty()) {
            membersByOwner.remove(member.claim.owner().id());
        }
        if (member.waitsInMemory) {
            removeFromMemory(member, passesOn);
        }
    }

    /**
     * Takes it out of those that wait in memory. Guarded by this.
     *
     * @param passesOn whether a change of it follows, now or later, which brings the next into the queue
     */
    private void removeFromMemory(Member member, boolean passesOn) {
        inMemory.remove(member.claim.id());
        if (member == first) {
            Iterator<Member> others = inMemory.values().iterator();
            first = others.hasNext() ? others.next() : null;
            if (first != null) {
                // A reader need not wait until another one releases it.
                boolean together = member.claim.mode() == Mode.SHARED && first.claim.mode() == Mode.SHARED;
                first.asksAt = clocks.nanoTime() + (passesOn && !together ? GRACE.toNanos() : 0);
                first.wake.run();
            }
        }
    }

    /** Makes the waiters of that owner ask the store. */
    void callOwner(String owner, @Nullable Member except) {
        List<Member> called;
        synchronized (this) {
            called = List.copyOf(membersByOwner.getOrDefault(owner, Set.of()));
        }
        for (Member member : called) {
            if (member != except) {
                member.call();
            }
        }
    }

    /** Makes all waiters ask the store that do not do so. */
    private void callOthers() {
        for (Member member : members()) {
            if (!member.asking) {
                member.call();
            }
        }
    }

    /** Makes all waiters look up. */
    void callAll() {
        members().forEach(Member::call);
    }

    synchronized List<Member> members() {
        return List.copyOf(members);
    }

    private synchronized boolean mustCheckOwners(Member member) {
        return behind(member) > 0 && member.underWay == 0 && isTimeForOwners();
    }

    /** Guarded by this. */
    private boolean isTimeForOwners() {
        return clocks.nanoTime() - ownersSeen >= OWNERS_EVERY.toNanos();
    }

    /** Returns the owners to look after, if it is time to do so. */
    private synchronized List<String> ownersToCheck() {
        if (!isTimeForOwners()) {
            return List.of();
        }
        ownersSeen = clocks.nanoTime();
        return List.copyOf(membersByOwner.keySet());
    }
}
