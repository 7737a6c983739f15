package dev.holdfast.internal.manager;

import dev.holdfast.HoldId;
import dev.holdfast.Loss;
import dev.holdfast.Loss.Ending;
import dev.holdfast.Policies;
import dev.holdfast.Policy;
import dev.holdfast.ProcessId;
import dev.holdfast.Receipt;
import dev.holdfast.StoreException;
import dev.holdfast.UnreadableRecordException;
import dev.holdfast.internal.base.TooLargeException;
import dev.holdfast.internal.process.ProcessTable;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.EndedHold;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Brings attempts to an end: tries, learns from conflicts, gathers evidence, settles lost answers, tries again. */
final class Engine {
    private static final int MAX_TURNS = 8;
    private static final int MAX_OWNERS_AT_ONCE = 256;

    private final LockStore store;
    private final Policies policies;
    private final Signals signals;
    private final Clocks clocks;
    private final Cohorts cohorts;
    private final StripedCombiner combiner;
    private final Settler settler;

    Engine(LockStore store, Policies policies, Clocks clocks) {
        this.store = store;
        this.policies = policies;
        this.signals = new Signals(store);
        this.clocks = clocks;
        this.cohorts = new Cohorts(clocks);
        this.combiner = new StripedCombiner(store, signals, cohorts, policies);
        this.settler = new Settler(store);
    }

    Clocks clocks() {
        return clocks;
    }

    LockStore store() {
        return store;
    }

    Signals signals() {
        return signals;
    }

    Cohorts cohorts() {
        return cohorts;
    }

    ProcessId self() {
        return ProcessTable.system().self();
    }

    Policy policy(String resource) {
        return policies.forResource(resource);
    }

    Step step(String resource, Command command) {
        return new Step(Key.lock(resource), command, policies.forResource(resource));
    }

    /** Returns one step with that command for each receipt. */
    List<Step> steps(List<Receipt> receipts, Function<Receipt, Command> command) {
        if (receipts.size() == 1) {
            Receipt only = receipts.get(0);
            return List.of(step(only.resource(), command.apply(only)));
        }
        List<Step> steps = new ArrayList<>(receipts.size());
        for (Receipt receipt : receipts) {
            steps.add(step(receipt.resource(), command.apply(receipt)));
        }
        return steps;
    }

    /** Runs one command on one resource. */
    Attempt run(String resource, Command command, Snapshot snapshot) {
        return run(new Attempt(List.of(step(resource, command)), snapshot));
    }

    /** Returns when the attempt is decided; its outcomes are final. */
    Attempt run(Attempt attempt) {
        combiner.run(attempt);
        return finish(attempt);
    }

    /**
     * Runs an attempt of a caller that acts on older knowledge. If a waiter of this manager was notified of the resource since,
     * that news saves the round trip that would bring a conflict.
     */
    Attempt runOnNews(Attempt attempt) {
        if (attempt.single() && signals.wanted()) {
            Entry newer = signals.newer(attempt.steps().get(0).key(), attempt.snapshot());
            if (newer != null) {
                attempt.learn(attempt.snapshot().withHeard(newer));
                return runInformed(attempt);
            }
        }
        return run(attempt);
    }

    /** Returns what is known of a resource without a call to the store, since a waiter here watches it; else an assumption. */
    Snapshot told(Key key) {
        Entry latest = signals.wanted() ? signals.newer(key, Snapshot.ASSUMED_ABSENT) : null;
        return latest == null ? Snapshot.ASSUMED_ABSENT : Snapshot.heard(latest);
    }

    /**
     * Runs an attempt of a caller that has just read the records. The evidence of that reading counts from the first try on.
     */
    Attempt runInformed(Attempt attempt) {
        informed(attempt);
        return run(attempt);
    }

    void runInformed(List<Attempt> attempts) {
        attempts.forEach(this::informed);
        runAll(attempts);
    }

    /**
     * Runs attempts that are independent of each other, in as few round trips as possible. All are finished; then the first
     * failure, if any, is thrown, and the answers show which attempts were decided.
     */
    void runAll(List<Attempt> attempts) {
        combiner.runAll(attempts);
        finish(attempts);
    }

    /**
     * Tries attempts again for as long as they learn something new, some times at the most. What is busy, or failed, stays
     * undecided: one slow record does not keep the others waiting.
     */
    void runWithoutWaiting(List<Attempt> attempts) {
        combiner.runAll(attempts);
        attempts.forEach(attempt -> divide(attempt, this::runWithoutWaiting));
        List<Attempt> open = attempts;
        for (int turn = 1; turn < MAX_TURNS; turn++) {
            open = open.stream()
                    .filter(attempt -> attempt.answer() == Attempt.Answer.STALE)
                    .toList();
            if (open.isEmpty()) {
                return;
            }
            open.forEach(this::informed);
            combiner.runAll(open);
        }
    }

    /** Tries each attempt once. */
    void tryAll(List<Attempt> attempts) {
        combiner.runAll(attempts);
    }

    /** Makes an attempt ready for another try with what it has learned. */
    void informed(Attempt attempt) {
        attempt.again(witness(attempt.snapshot().locks()));
    }

    /** Brings an attempt that was tried to its end. */
    Attempt finish(Attempt attempt) {
        if (attempt.answer() != Attempt.Answer.DONE) {
            finish(List.of(attempt));
        }
        return attempt;
    }

    /** Returns the state of an attempt that is tried again and again. */
    RetryState retrying(Attempt attempt) {
        return new RetryState(attempt, settler, store.traits().address());
    }

    /**
     * Finishes attempts. Those that are not decided try again together: under contention, one round trip per turn is enough.
     */
    private void finish(List<Attempt> attempts) {
        RuntimeException failure = null;
        List<RetryState> open = new ArrayList<>(attempts.size());
        for (Attempt attempt : attempts) {
            open.add(retrying(attempt));
        }
        Pause pause = Pause.whileBusy();
        while (true) {
            List<RetryState> going = new ArrayList<>(open.size());
            List<Attempt> again = new ArrayList<>(open.size());
            boolean busy = false;
            for (RetryState retry : open) {
                try {
                    divide(retry.attempt(), this::runAll);
                    if (!retry.done()) {
                        retry.settle();
                        releaseLeftBehind(retry.attempt());
                    }
                    if (!retry.done()) {
                        busy |= retry.busy();
                        informed(retry.attempt());
                        going.add(retry);
                        again.add(retry.attempt());
                    }
                } catch (RuntimeException e) {
                    failure = failure == null ? retry.told(e) : failure;
                }
            }
            if (again.isEmpty()) {
                break;
            }
            if (busy) {
                pause.await();
            }
            combiner.runAll(again);
            open = going;
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Releases the holds of waiters that left while the change that gave them the resource had no answer. */
    private void releaseLeftBehind(Attempt settled) {
        for (HoldId left : settled.settleOffer()) {
            run(settled.steps().get(0).resource(), new Command.Release(left), Snapshot.ASSUMED_ABSENT);
        }
    }

    /**
     * Runs the commands of an attempt one by one if the store did not take them in one step. Others can make records so large
     * that several of them do not fit any more; that must keep no caller from releasing or renewing what it has.
     */
    private void divide(Attempt whole, Consumer<List<Attempt>> run) {
        if (!(whole.failure() instanceof TooLargeException) || !whole.isDivisible()) {
            return;
        }
        List<Attempt> parts = new ArrayList<>(whole.steps().size());
        for (Step step : whole.steps()) {
            parts.add(new Attempt(List.of(step), Snapshot.ASSUMED_ABSENT));
        }
        run.accept(parts);
        List<Outcome> outcomes = new ArrayList<>(parts.size());
        for (Attempt part : parts) {
            RuntimeException failure = part.failure();
            if (failure != null) {
                whole.fail(failure, null);
                return;
            } else if (part.answer() != Attempt.Answer.DONE) {
                whole.answer(Attempt.Answer.BUSY, Snapshot.ASSUMED_ABSENT);
                return;
            }
            outcomes.add(part.outcomes().get(0));
        }
        whole.decided(outcomes);
        whole.answer(Attempt.Answer.DONE, Snapshot.ASSUMED_ABSENT);
    }

    /** Returns how a hold that is not there any more has ended. */
    Loss loss(String resource, HoldId hold) {
        Key key = Key.ending(resource, hold);
        try {
            Entry entry = store.read(List.of(key)).get(key);
            if (entry == null) {
                return new Loss(resource, Optional.empty());
            }
            Ending ending = ((EndedHold) entry.body()).ending();
            return new Loss(resource, Optional.of(ending), new DraftCalls(this).kept(ending));
        } catch (StoreException | UnreadableRecordException e) {
            return new Loss(resource, Optional.empty());
        }
    }

    /** Returns those of the owners that were ended. */
    List<String> ended(List<String> owners) {
        List<String> ended = new ArrayList<>();
        for (int from = 0; from < owners.size(); from += MAX_OWNERS_AT_ONCE) {
            List<String> some = owners.subList(from, Math.min(owners.size(), from + MAX_OWNERS_AT_ONCE));
            Snapshot now = look(some.stream()
                    .map(owner -> new Key(Key.Kind.OWNER_ENDED, owner))
                    .toList());
            now.entries().keySet().forEach(key -> ended.add(key.name()));
        }
        return ended;
    }

    /** Returns the current records of those resources, and learns about the processes that they name. */
    Snapshot look(List<Key> keys) {
        return Snapshot.of(store.read(keys));
    }

    Witness witness(Iterable<LockState> states) {
        return Witness.of(states, store::isLocal);
    }
}
