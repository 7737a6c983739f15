package dev.holdfast.internal.manager;

import dev.holdfast.HistoryEntry;
import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockManager.StoreTraits;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.internal.rules.Claim;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.internal.turns.Choices;
import dev.holdfast.internal.turns.Turns;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The scenes of hand-offs, each explored in every order of its threads. */
public final class HandOffs {
    private static final Policies POLICIES = Policies.of(Preset.OFFLINE);

    private HandOffs() {}

    /** The callers of one run, and what must hold when all is quiet. */
    private record Scene(List<Runnable> callers, Runnable end) {}

    /**
     * Explores a scene; loaded by a class loader of its own, and so called by name.
     *
     * @return the number of runs, and a complaint or an empty text
     */
    public static String[] explore(String name, int threads, int preemptions, int most) throws InterruptedException {
        Choices choices = new Choices(preemptions);
        attempt(0); // its class is initialized before threads take turns
        Function<Integer, Scene> scenes = name.equals("async")
                ? HandOffs::async
                : name.equals("inbox")
                        ? HandOffs::inbox
                        : name.equals("attempts") ? HandOffs::attempts : HandOffs::combiner;
        int runs = 0;
        do {
            Scene scene = scenes.apply(threads);
            String complaint = Turns.run(scene.callers(), choices);
            runs++;
            if (complaint == null) {
                try {
                    scene.end().run();
                } catch (AssertionError e) {
                    complaint = e.getMessage();
                }
            }
            if (complaint != null) {
                return new String[] {Integer.toString(runs), complaint};
            }
        } while (runs < most && choices.advance());
        return new String[] {Integer.toString(runs), ""};
    }

    /** Callers that run their attempts through one combiner, two of them over and over. */
    private static Scene combiner(int threads) {
        CountingStore store = new CountingStore();
        Combiner combiner = new Combiner(store, new Signals(store), new Cohorts(Plans.CLOCKS), POLICIES);
        List<Runnable> callers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int number = i;
            callers.add(() -> {
                Attempt attempt = attempt(number);
                combiner.run(attempt);
                requireGranted(attempt);
            });
        }
        return new Scene(callers, () -> store.requireOnce(threads));
    }

    /** A leader that publishes a round, and callers that sleep until their answers come. */
    private static Scene attempts(int threads) {
        Attempt[] all = new Attempt[threads];
        List<Runnable> callers = new ArrayList<>();
        java.util.concurrent.atomic.AtomicInteger present = new java.util.concurrent.atomic.AtomicInteger();
        for (int i = 0; i < threads; i++) {
            int number = i;
            callers.add(() -> {
                Attempt own = attempt(number);
                all[number] = own;
                if (present.incrementAndGet() == threads) {
                    for (Attempt attempt : all) {
                        attempt.answer(Attempt.Answer.DONE, Snapshot.ASSUMED_ABSENT);
                    }
                    Attempt.publish(List.of(all));
                }
                while (!own.published()) {
                    if (!own.publishedBeforeSleep()) {
                        Turns.park(own);
                    }
                }
                own.passOn();
                require(own.answer() == Attempt.Answer.DONE, "An answer is missing.");
            });
        }
        return new Scene(callers, () -> {});
    }

    /** A leader that waits for those that may come back, and callers that come. */
    private static Scene inbox(int threads) {
        Inbox inbox = new Inbox();
        inbox.ended(threads, 10_000_000);
        List<Runnable> callers = new ArrayList<>();
        List<Attempt> taken = new ArrayList<>();
        callers.add(() -> {
            inbox.await();
            take(inbox, taken);
        });
        for (int i = 1; i < threads; i++) {
            int number = i;
            callers.add(() -> inbox.add(attempt(number)));
        }
        return new Scene(callers, () -> {
            take(inbox, taken);
            require(taken.size() == threads - 1, "Taken: " + taken.size());
            require(taken.stream().distinct().count() == threads - 1, "An attempt was taken twice.");
            inbox.ended(1, 10_000_000);
            require(!inbox.await(), "The inbox counts attempts that are not there.");
        });
    }

    private static void take(Inbox inbox, List<Attempt> taken) {
        for (Attempt next = inbox.poll(); next != null && taken.size() < 9; next = inbox.poll()) {
            taken.add(next);
        }
    }

    /** Callers that ask while the combiner's thread goes to sleep. */
    private static Scene async(int threads) {
        CountingStore store = new CountingStore();
        AsyncCombiner async = new AsyncCombiner(new Engine(store, POLICIES, Plans.CLOCKS));
        List<CompletableFuture<Outcome>> answers = new ArrayList<>();
        List<Runnable> callers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int number = i;
            callers.add(() -> {
                CompletableFuture<Outcome> answer = async.submit(
                        () -> attempt(number), attempt -> attempt.outcomes().get(0));
                synchronized (answers) {
                    answers.add(answer);
                }
            });
        }
        return new Scene(callers, () -> {
            require(answers.stream().allMatch(CompletableFuture::isDone), "A question was not answered.");
            store.requireOnce(threads);
        });
    }

    private static Attempt attempt(int number) {
        Claim claim = new Claim(new HoldId(1, number), Owner.of("o" + number), Mode.EXCLUSIVE, Lease.NONE);
        Command acquire = new Command.Acquire(claim, false, null);
        return new Attempt(
                List.of(new Step(Key.lock("r" + number), acquire, Preset.OFFLINE.policy())), Snapshot.ASSUMED_ABSENT);
    }

    private static void requireGranted(Attempt attempt) {
        require(attempt.answer() == Attempt.Answer.DONE, "The answer is " + attempt.answer());
        require(
                attempt.outcomes().get(0) instanceof Outcome.Granted granted
                        && granted.hold().fence() > 0,
                "The outcome is " + attempt.outcomes());
    }

    private static void require(boolean condition, String complaint) {
        if (!condition) {
            throw new AssertionError(complaint);
        }
    }

    /** Applies everything, and counts the writes to each record. */
    private static final class CountingStore implements LockStore {
        private final Map<Key, Integer> writes = new HashMap<>();
        private long version;

        void requireOnce(int records) {
            require(
                    writes.size() == records && writes.values().stream().allMatch(count -> count == 1),
                    "The store applied " + writes.values());
        }

        @Override
        public synchronized List<Result> apply(List<Group> batch) {
            List<Result> results = new ArrayList<>();
            for (Group group : batch) {
                version++;
                for (Change change : group.changes()) {
                    if (change.type() == Change.Type.PUT) {
                        writes.merge(change.key(), 1, Integer::sum);
                    }
                }
                results.add(new Result.Applied(version, Instant.EPOCH));
            }
            return results;
        }

        @Override
        public Reading read(Collection<Key> keys) {
            return new Reading(Map.of(), Instant.EPOCH);
        }

        @Override
        public @Nullable Page query(Query query) {
            return null;
        }

        @Override
        public List<HistoryEntry> history(HistoryQuery query) {
            return List.of();
        }

        @Override
        public StoreTraits traits() {
            return new StoreTraits("counting:", Preset.OFFLINE, true, false, false);
        }

        @Override
        public void close() {}
    }
}
