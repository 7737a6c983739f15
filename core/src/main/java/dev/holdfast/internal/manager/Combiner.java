package dev.holdfast.internal.manager;

import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.Policies;
import dev.holdfast.internal.storage.Log;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Result;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The way of many callers to the store in one round trip. A caller puts its attempt into the inbox. If no caller leads, it
 * leads one round: it takes all attempts from the inbox, folds the commands on one resource through the rules into one change,
 * and sends the changes to the store as one batch in key order. A caller that is alone leads immediately and loses nothing.
 *
 * <p>Folding happens above the rules, so that a resource occurs once in a batch. Below them, two callers that expect the same
 * version would both believe the one change that was applied.
 */
final class Combiner {
    private static final int MAX_IN_A_ROUND = 512;

    private final LockStore store;
    private final Signals signals;
    private final Cohorts cohorts;
    private final Policies policies;
    private final Inbox inbox = new Inbox();
    private final AtomicBoolean led = new AtomicBoolean();

    Combiner(LockStore store, Signals signals, Cohorts cohorts, Policies policies) {
        this.store = store;
        this.cohorts = cohorts;
        this.signals = signals;
        this.policies = policies;
    }

    /** Returns when the attempt is answered. Not interruptible: the store's own bound on time applies. */
    void run(Attempt attempt) {
        if (led.compareAndSet(false, true)) {
            lead(attempt);
        } else {
            inbox.add(attempt);
        }
        if (!attempt.published()) {
            runUntilPublished(List.of(attempt));
        }
    }

    /** Runs an attempt beside all others, in a batch of its own. Never throws, as a round never does. */
    void runAlone(Attempt attempt) {
        try {
            sendAlone(attempt);
        } catch (Throwable e) {
            Log.broke("A decision has failed.", e);
        } finally {
            attempt.publish();
        }
    }

    /** Runs several attempts of one caller, in as few rounds as possible. */
    void runAll(List<Attempt> attempts) {
        inbox.addAll(attempts);
        runUntilPublished(attempts);
    }

    private void runUntilPublished(List<Attempt> attempts) {
        boolean interrupted = false;
        for (int known = passOn(attempts); known < attempts.size(); known = passOn(attempts)) {
            if (led.compareAndSet(false, true)) {
                lead(inbox.poll());
            } else if (mustSleep(attempts, known)) {
                LockSupport.park(this);
                interrupted |= Thread.interrupted();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Passes on the published answers even while others are missing, since those may depend on them. Returns how many there
     * are.
     */
    private static int passOn(List<Attempt> attempts) {
        int known = 0;
        for (int i = 0; i < attempts.size(); i++) {
            if (attempts.get(i).published()) {
                attempts.get(i).passOn();
                known++;
            }
        }
        return known;
    }

    /** Says that their caller goes to sleep; not if there is an answer more than it knows of. */
    private static boolean mustSleep(List<Attempt> attempts, int known) {
        int published = 0;
        for (int i = 0; i < attempts.size(); i++) {
            if (attempts.get(i).publishedBeforeSleep()) {
                published++;
            }
        }
        return published == known;
    }

    /**
     * Runs one round, with that attempt and all that came in. Then the next caller that came too late leads. Never throws: a
     * leader serves other callers, and all attempts of the round have their answers by then.
     */
    private void lead(@Nullable Attempt first) {
        try {
            if (first != null) {
                send(first);
            }
        } catch (Throwable e) {
            Log.broke("A round of decisions has failed.", e);
        } finally {
            led.set(false);
            Attempt next = inbox.peek();
            if (next != null) {
                LockSupport.unpark(next.caller());
            }
        }
    }

    private void send(Attempt first) {
        if (inbox.await() || !inbox.isEmpty()) {
            sendAll(first);
            return;
        }
        try {
            sendAlone(first);
        } finally {
            inbox.endedAlone();
            first.publish();
        }
    }

    private void sendAlone(Attempt attempt) {
        Plan alone = planned(List.of(attempt));
        Group group = alone == null ? null : alone.group();
        if (group != null) {
            send(List.of(alone), List.of(group), false);
        } else if (alone != null) {
            alone.answer(null);
        }
    }

    private void sendAll(Attempt first) {
        List<Attempt> round = new ArrayList<>();
        long start = System.nanoTime();
        try {
            send(plans(first, round));
        } finally {
            inbox.ended(round.size(), System.nanoTime() - start);
            Attempt.publish(round);
        }
    }

    /** Takes what came in. What must wait for the next round goes back; if this fails, the round has all that was taken. */
    private List<Plan> plans(Attempt first, List<Attempt> round) {
        for (Attempt next = first; next != null; next = round.size() < MAX_IN_A_ROUND ? inbox.poll() : null) {
            round.add(next);
        }
        Map<Key, List<Attempt>> singles = new LinkedHashMap<>();
        List<Attempt> several = new ArrayList<>();
        for (Attempt attempt : round) {
            if (attempt.isFoldable()) {
                singles.computeIfAbsent(attempt.steps().get(0).key(), key -> new ArrayList<>(1))
                        .add(attempt);
            } else {
                several.add(attempt);
            }
        }
        Set<Key> keys = new HashSet<>(singles.keySet());
        List<Plan> plans = new ArrayList<>(singles.size() + several.size());
        Set<Attempt> later = new LinkedHashSet<>();
        for (Attempt attempt : several) {
            if (disjoint(keys, attempt)) {
                add(plans, planned(List.of(attempt)));
            } else {
                later.add(attempt);
            }
        }
        singles.values().forEach(attempts -> add(plans, planned(attempts)));
        plans.sort(Comparator.comparing(Plan::firstKey));
        if (!later.isEmpty()) {
            round.removeAll(later);
            inbox.addAll(List.copyOf(later));
        }
        return plans;
    }

    private static void add(List<Plan> plans, @Nullable Plan plan) {
        if (plan != null) {
            plans.add(plan);
        }
    }

    /** Returns one plan, or null if the rules failed on it. Only the callers of that plan get the failure. */
    private @Nullable Plan planned(List<Attempt> attempts) {
        try {
            return Plan.of(attempts, policies, cohorts);
        } catch (RuntimeException e) {
            Plan.fail(attempts, e, null);
            return null;
        } catch (Error e) {
            Log.broke("A decision has failed.", e);
            attempts.forEach(attempt -> attempt.fail(new IllegalStateException("A decision has failed.", e), null));
            return null;
        }
    }

    private static boolean disjoint(Set<Key> keys, Attempt attempt) {
        if (attempt.steps().stream().anyMatch(step -> keys.contains(step.key()))) {
            return false;
        }
        attempt.steps().forEach(step -> keys.add(step.key()));
        return true;
    }

    private void send(List<Plan> plans) {
        List<Plan> sent = new ArrayList<>(plans.size());
        List<Group> batch = new ArrayList<>(plans.size());
        for (Plan plan : plans) {
            Group group = plan.group();
            if (group == null) {
                plan.answer(null);
            } else {
                sent.add(plan);
                batch.add(group);
            }
        }
        if (!batch.isEmpty()) {
            send(sent, batch, false);
        }
    }

    /**
     * Sends a batch. One record that cannot be read makes all of it fail: then halves of it are sent, so that the callers of
     * that record alone hear of it.
     *
     * @param again whether it was part of a batch that failed; some stores find such a record after the others were changed
     */
    private void send(List<Plan> sent, List<Group> batch, boolean again) {
        List<Result> results;
        try {
            results = store.apply(batch);
        } catch (RuntimeException e) {
            int half = sent.size() / 2;
            if (half > 0 && SplitOnFailure.mayBeOfOne(e)) {
                send(sent.subList(0, half), batch.subList(0, half), true);
                send(sent.subList(half, sent.size()), batch.subList(half, batch.size()), true);
            } else {
                sent.forEach(plan -> plan.fail(e));
            }
            return;
        } catch (Error e) {
            // The outcome is as unknown as after a lost answer.
            Log.broke("A change has failed.", e);
            sent.forEach(plan -> plan.fail(new OutcomeUnknownException("The store broke down in the middle.", e)));
            return;
        }
        for (int i = 0; i < results.size(); i++) {
            answer(sent.get(i), batch.get(i), results.get(i), again);
        }
    }

    private void answer(Plan plan, Group group, Result result, boolean again) {
        try {
            if (again && result instanceof Result.Conflict && plan.endsHolds()) {
                // The conflict may be with itself.
                plan.fail(new OutcomeUnknownException(
                        "A record that cannot be read made a batch of changes fail, of which a part may have been"
                                + " applied.",
                        null));
                return;
            }
            plan.answer(result);
            if (result instanceof Result.Applied applied && signals.wanted()) {
                group.changes().forEach(change -> signals.changed(change, applied));
            }
        } catch (RuntimeException e) {
            plan.fail(e);
        } catch (Error e) {
            Log.broke("The answer to a change has failed.", e);
            plan.fail(new OutcomeUnknownException("The answer to a change has failed.", e));
        }
    }
}
