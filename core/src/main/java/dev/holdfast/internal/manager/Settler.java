package dev.holdfast.internal.manager;

import dev.holdfast.Hold;
import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.Policy;
import dev.holdfast.StoreException;
import dev.holdfast.internal.base.Moments;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.Evidence;
import dev.holdfast.internal.rules.FirstLease;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Rules;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Result;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settles a change whose answer got lost. Looking is not enough, since the change may still be on its way: the settler writes
 * to the record that the change had expected, and the first of the two makes the other fail. Where the change had
 * expected no record at all, a mark stays behind for minutes, lest the record be deleted and the late change find what it
 * expects.
 */
final class Settler {
    /** A server may be started again meanwhile; a caller should not wait for much longer. */
    private static final long MAX_NANOS = 15_000_000_000L;

    private static final long FIRST_PAUSE_NANOS = 20_000_000;
    private static final long MAX_PAUSE_NANOS = 2_000_000_000;

    private final LockStore store;
    private final LogThrottle log = new LogThrottle("lost answers");

    Settler(LockStore store) {
        this.store = store;
    }

    LogThrottle log() {
        return log;
    }

    /** The fate of a lost change. */
    enum Found {
        /** It was applied, and what was decided is the answer. */
        APPLIED("the change was applied."),
        /** It may have been applied. Another try is right, but no later failure may be reported as one that changed nothing. */
        IN_DOUBT("the change may have been applied."),
        /** It never will be applied. */
        RULED_OUT("the change was not applied, and is tried again.");

        private final String sentence;

        Found(String sentence) {
            this.sentence = sentence;
        }

        /** Returns what the log says of it. */
        String sentence() {
            return sentence;
        }
    }

    /**
     * Returns when the lost change was either applied or never can be, and the attempt knows the records as they are: another
     * try then finds its own grant or makes it.
     */
    Found settle(Attempt attempt, Group sent, OutcomeUnknownException lost) {
        Change pivot = pivot(sent);
        ReleaseProof released = new ReleaseProof(attempt);
        List<Key> keys = new ArrayList<>(released.endings());
        sent.changes().stream()
                .map(Change::key)
                .filter(key -> !keys.contains(key))
                .forEach(keys::add);
        Pause pause = new Pause(FIRST_PAUSE_NANOS, MAX_PAUSE_NANOS);
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < MAX_NANOS) {
            try {
                Snapshot now = Snapshot.of(store.read(keys));
                boolean shown = shows(attempt, now);
                Snapshot settled =
                        pivot == null || (shown && isItsOwnDoing(attempt)) ? now : ruledOut(pivot, attempt, now);
                if (settled != null) {
                    attempt.learn(settled);
                    if (released.isShownBy(settled)) {
                        return Found.APPLIED;
                    }
                    boolean acquires = attempt.steps().get(0).command() instanceof Command.Acquire;
                    return shown || !acquires ? Found.IN_DOUBT : Found.RULED_OUT;
                }
            } catch (StoreException e) {
                lost.addSuppressed(e);
            }
            pause.await();
        }
        throw lost;
    }

    /**
     * Returns whether the records can only come from the lost change. Of several resources, one may have been lost while
     * another copy of the change is on its way for it. An id that the caller brought along may show an earlier request. And a
     * waiter may have got its hold by the change of another caller.
     */
    private static boolean isItsOwnDoing(Attempt attempt) {
        return attempt.single()
                && attempt.hasIdsOfItsOwn()
                && attempt.steps().get(0).command() instanceof Command.Acquire acquire
                && !acquire.queue();
    }

    /** Returns the record to settle on. One of the group is enough, since the group applies as a whole. */
    private static @Nullable Change pivot(Group sent) {
        for (Change change : sent.changes()) {
            if (change.key().kind() == Kind.LOCK && change.type() != Change.Type.CHECK) {
                return change;
            }
        }
        return null;
    }

    /**
     * Returns whether the records show that the change was applied: its hold or ticket is there. A hold that was merely handed
     * over shows nothing, since the lost change may be the one that takes it up.
     */
    private static boolean shows(Attempt attempt, Snapshot now) {
        Step step = attempt.steps().get(0);
        if (!(step.command() instanceof Command.Acquire acquire)) {
            return false;
        }
        Hold hold = now.lock(step.key()).holdOf(acquire.claim().id());
        return hold != null && FirstLease.isOver(hold, acquire.claim().id());
    }

    /** Writes so that the lost change can never apply any more. Returns the records after that, or null if it failed. */
    private @Nullable Snapshot ruledOut(Change pivot, Attempt attempt, Snapshot now) {
        Key key = pivot.key();
        LockState state = now.lock(key);
        boolean expectedNone = pivot.expected() == Change.ABSENT;
        if (now.version(key) != pivot.expected() && (!expectedNone || freshlyMarked(state, now.asOf()))) {
            return now;
        }
        Policy policy = attempt.steps().get(0).policy();
        LockState next = expectedNone ? mark(state, policy, now.asOf()) : state;
        Change write = Change.put(key, now.version(key), next);
        Result result = store.apply(List.of(Group.of(write))).get(0);
        return result instanceof Result.Applied applied
                ? now.with(Entry.written(key, applied.version(), applied.stamp(), next))
                : null;
    }

    private static LockState mark(LockState state, Policy policy, Instant now) {
        return Rules.decide(state, new Command.Settle(), policy, Evidence.NONE, now)
                .next();
    }

    private static boolean freshlyMarked(LockState state, Instant now) {
        Instant marked = state.marked();
        return marked != null && now.isBefore(Moments.plus(marked, LockState.MARK_LIFE.minus(LockState.LATEST_CHANGE)));
    }
}
