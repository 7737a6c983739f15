package dev.holdfast.simulation.world;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.internal.manager.AsyncGrants;
import dev.holdfast.internal.manager.Managers;
import dev.holdfast.simulation.Program;
import dev.holdfast.simulation.Scheduler;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One program with a lock manager, its clocks, and its connection to the store. */
final class Machine {
    final Program program;
    /** How many callers have not ended yet. */
    int working;

    private final Scheduler scheduler;
    private final Truth truth;
    private final Settings settings;
    private LockManager manager;
    private @Nullable AsyncGrants async;
    private long wallOffset;
    /** When something last went wrong that concerns this program as a whole. */
    private long troubledAt = Long.MIN_VALUE;

    private long outageUntil = Long.MIN_VALUE;

    /** Creates a machine; to be called by a thread of that program. */
    Machine(Scheduler scheduler, Program program, Truth truth, Settings settings) {
        this.scheduler = scheduler;
        this.program = program;
        this.wallOffset = scheduler.random(0, 3_600_000_000_000L);
        this.truth = truth;
        this.settings = settings;
        this.manager = opened();
    }

    private LockManager opened() {
        return Managers.over(
                new Connection(scheduler, truth, settings, this),
                ManagerOptions.DEFAULT.policies(settings.policies).clocks(this::wall, this::monotonic));
    }

    /** Closes the manager in the middle of its callers' work; they go on with another one. */
    void reopen() {
        AsyncGrants oldAsync = async;
        LockManager old = manager;
        async = null;
        manager = opened();
        if (oldAsync != null) {
            oldAsync.close();
        }
        old.close();
    }

    LockManager manager() {
        return manager;
    }

    /** Returns the asynchronous side of the manager, made when it is first used. */
    AsyncGrants async() {
        AsyncGrants made = async;
        if (made == null) {
            made = AsyncGrants.of(manager);
            async = made;
        }
        return made;
    }

    Instant wall() {
        return Instant.ofEpochSecond(1_700_000_000L).plusNanos(scheduler.now() + wallOffset);
    }

    long monotonic() {
        return program.monotonic(scheduler.now());
    }

    void jumpClock(long nanos) {
        wallOffset += nanos;
        trouble();
    }

    void stop(long nanos) {
        program.stopUntil(scheduler.now() + nanos);
        trouble(nanos);
    }

    void sleep(long nanos) {
        program.sleep(scheduler.now(), nanos);
        trouble(nanos);
    }

    void cutOff(long nanos) {
        outageUntil = scheduler.now() + nanos;
        trouble(nanos);
    }

    boolean cutOff() {
        return scheduler.now() < outageUntil;
    }

    /** Takes note that something went wrong for this program. */
    void trouble() {
        trouble(0);
    }

    private void trouble(long nanos) {
        troubledAt = Math.max(troubledAt, scheduler.now() + nanos);
    }

    boolean troubledSince(long moment) {
        return troubledAt >= moment || program.killed() || scheduler.stalls();
    }

    @Override
    public String toString() {
        return program.name();
    }
}
