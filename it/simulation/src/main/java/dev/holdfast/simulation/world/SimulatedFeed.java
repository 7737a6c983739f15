package dev.holdfast.simulation.world;

import dev.holdfast.Subscription;
import dev.holdfast.simulation.Program;
import dev.holdfast.simulation.Scheduler;
import dev.holdfast.spi.Group.Audience;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore.Sighting;
import dev.holdfast.spi.LockStore.Watcher;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A feed of changes that is late, most of all with quiet ones, skips states in between, and shows some twice. */
final class SimulatedFeed implements Subscription {
    private static final long QUIET = 1_500_000_000;

    private final Scheduler scheduler;
    private final Program program;
    private final Truth truth;
    private final Kind kind;
    private final boolean late;
    private final String prefix;
    private final Watcher sink;
    private final Set<Key> pending = new LinkedHashSet<>();
    /** The records that were changed quietly, and will be looked at. */
    private final Set<Key> quiet = new HashSet<>();

    private @Nullable Thread thread;
    private boolean closed;
    private boolean delivering;

    /**
     * @param program the program that listens
     * @param late whether news often take seconds
     */
    SimulatedFeed(
            Scheduler scheduler, Program program, Truth truth, boolean late, Kind kind, String prefix, Watcher sink) {
        this.scheduler = scheduler;
        this.program = program;
        this.late = late;
        this.truth = truth;
        this.kind = kind;
        this.prefix = prefix;
        this.sink = sink;
    }

    /** Takes note of a change that it is not notified of: it finds it when it looks by itself. */
    void changedQuietly(Key key) {
        if (wants(key) && quiet.add(key)) {
            scheduler.later(program, scheduler.random(1_000_000, QUIET), () -> {
                quiet.remove(key);
                changed(key);
            });
        }
    }

    boolean isMeant(Audience audience) {
        return audience.includes(sink::waitsFor);
    }

    private boolean wants(Key key) {
        return key.kind() == kind && key.name().startsWith(prefix);
    }

    void changed(Key key) {
        if (wants(key)) {
            pending.add(key);
            if (thread != null) {
                scheduler.wake(thread);
            }
        }
    }

    void runIn(Thread newThread) {
        thread = newThread;
    }

    /** Delivers until it is closed; in a thread of the program that listens. */
    void run() {
        while (!closed) {
            while (pending.isEmpty() && !closed) {
                scheduler.sleepUntilWoken();
            }
            scheduler.sleep(scheduler.random(200_000, 3_000_000));
            List<Sighting> news = new ArrayList<>();
            for (Key key : pending) {
                news.add(new Sighting(key, truth.entry(key)));
            }
            pending.clear();
            scheduler.sleep(
                    scheduler.oneIn(late ? 2 : 8)
                            ? scheduler.random(0, late ? 5_000_000_000L : 2_000_000_000L)
                            : scheduler.random(0, 2_000_000));
            for (Sighting sighting : news) {
                for (int times = scheduler.oneIn(8) ? 2 : 1; times > 0 && !closed; times--) {
                    delivering = true;
                    sink.accept(sighting);
                    delivering = false;
                }
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        truth.forget(this);
        if (thread != null) {
            scheduler.wake(thread);
        }
        if (delivering) {
            scheduler.sleepUntil(10_000, () -> !delivering);
        }
    }
}
