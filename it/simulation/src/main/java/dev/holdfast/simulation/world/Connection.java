package dev.holdfast.simulation.world;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockManager.StoreTraits;
import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.Preset;
import dev.holdfast.StoreException;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.Subscription;
import dev.holdfast.simulation.Program;
import dev.holdfast.simulation.Scheduler;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.LockStore.Watcher;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** One program's way to the store, on which requests and answers take time, get lost, or come late. */
final class Connection implements LockStore {
    /** A program that calls the store more often than this in one schedule does so without a pause. */
    private static final int MAX_CALLS = 20_000;

    /** How long a store waits for a record before it answers that the record is busy. */
    private static final long MAX_BUSY = 20_000_000L;

    private static final Program NETWORK = new Program("network");

    private final Scheduler scheduler;
    private final Truth truth;
    private final Settings settings;
    private final Machine machine;
    private final List<SimulatedFeed> feeds = new ArrayList<>();
    private int calls;
    private boolean closed;

    Connection(Scheduler scheduler, Truth truth, Settings settings, Machine machine) {
        this.scheduler = scheduler;
        this.truth = truth;
        this.settings = settings;
        this.machine = machine;
    }

    @Override
    public List<Result> apply(List<Group> batch) {
        return call(answer -> {
            int fate = settings.lossy && !settings.over() ? scheduler.random(16) : 15;
            if (fate > 2) {
                List<Result> results = truth.apply(batch);
                scheduler.note(() -> "applies " + Telling.of(batch) + " -> " + Telling.results(results));
                return answer.of(results) + timeLostOn(results);
            }
            machine.trouble();
            if (fate == 0) {
                scheduler.note(() -> "loses the request " + Telling.of(batch));
            } else if (fate == 1) {
                List<Result> results = truth.apply(batch);
                scheduler.note(() -> "loses the answer to " + Telling.of(batch) + " -> " + Telling.results(results));
            } else {
                scheduler.note(() -> "sends " + Telling.of(batch) + ", which will come late");
                applyLate(batch);
            }
            return answer.failing(new OutcomeUnknownException("The answer got lost.", null), 2_000_000_000L);
        });
    }

    /** Returns one if the store does not wait for busy records: then callers do not combine their changes either. */
    @Override
    public int fullBatch() {
        return settings.patient ? Integer.MAX_VALUE : 1;
    }

    private void applyLate(List<Group> batch) {
        long late = scheduler.oneIn(3) ? scheduler.random(0, 10_000_000_000L) : scheduler.random(0, 1_000_000_000L);
        scheduler.later(NETWORK, late, () -> {
            List<Result> results = truth.apply(batch);
            scheduler.note(() -> "applies late " + Telling.of(batch) + " -> " + Telling.results(results));
        });
    }

    @Override
    public Reading read(Collection<Key> keys) {
        return call(answer -> answer.of(truth.read(keys)));
    }

    @Override
    public Page query(Query query) {
        return call(answer -> answer.of(truth.query(query)));
    }

    /** Sends a request, which is handled after a while, and returns its answer, which takes as long. */
    private <T> T call(ToLongFunction<Answer<T>> handling) {
        if (closed) {
            throw new IllegalStateException("This store is closed.");
        }
        if (++calls > MAX_CALLS) {
            scheduler.fail(machine + " calls the store without a pause.");
        }
        Answer<T> answer = new Answer<>();
        scheduler.sleepAround(
                travelTime(),
                () -> machine.cutOff() && !settings.over()
                        ? answer.failing(
                                new StoreUnreachableException("The store cannot be reached.", null), 1_500_000_000L)
                        : handling.applyAsLong(answer));
        return answer.get();
    }

    /** Returns how long the store has waited for records that are busy: a quarter of the stores do not. */
    private long timeLostOn(List<Result> results) {
        boolean waited = settings.patient && results.stream().anyMatch(Result.Busy.class::isInstance);
        return waited ? scheduler.random(0, MAX_BUSY) : 0;
    }

    private long travelTime() {
        return scheduler.random(20_000, settings.longestTravel);
    }

    /** The answer to a request. Both setters return how long it takes to reach the caller. */
    private final class Answer<T> {
        private @Nullable T value;
        private @Nullable StoreException failure;

        long of(T newValue) {
            value = newValue;
            return travelTime();
        }

        long failing(StoreException newFailure, long latest) {
            failure = newFailure;
            return scheduler.random(0, latest);
        }

        T get() {
            if (failure != null) {
                throw failure;
            }
            return Objects.requireNonNull(value);
        }
    }

    @Override
    public List<HistoryEntry> history(HistoryQuery query) {
        return List.of();
    }

    @Override
    public Optional<Subscription> watch(Kind kind, String prefix, Watcher sink) {
        if (!settings.feeds) {
            return Optional.empty();
        }
        SimulatedFeed feed =
                new SimulatedFeed(scheduler, machine.program, truth, settings.lateFeeds, kind, prefix, sink);
        truth.watch(feed);
        feeds.add(feed);
        feed.runIn(scheduler.start(machine.program, "feed", feed::run));
        return Optional.of(feed);
    }

    @Override
    public StoreTraits traits() {
        return new StoreTraits("simulated:", Preset.OFFLINE, false, false, false);
    }

    @Override
    public void close() {
        closed = true;
        List.copyOf(feeds).forEach(SimulatedFeed::close);
    }

    /** The text of a batch, for traces. */
    private static final class Telling {
        private Telling() {}

        static String of(List<Group> batch) {
            StringBuilder text = new StringBuilder();
            for (Group group : batch) {
                text.append('{');
                for (Change change : group.changes()) {
                    text.append(change.type())
                            .append(' ')
                            .append(change.key().kind())
                            .append(' ');
                    text.append(change.key().name().replace('\n', ':'))
                            .append('@')
                            .append(change.expected())
                            .append("; ");
                }
                text.append('}');
            }
            return text.toString();
        }

        static String results(List<Result> results) {
            StringBuilder text = new StringBuilder();
            for (Result result : results) {
                text.append(
                                result instanceof Result.Applied applied
                                        ? "applied " + applied.version()
                                        : result instanceof Result.Busy ? "busy" : "conflict")
                        .append(' ');
            }
            return text.toString();
        }
    }
}
