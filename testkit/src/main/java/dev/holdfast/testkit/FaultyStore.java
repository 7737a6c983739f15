package dev.holdfast.testkit;

import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.internal.storage.ForwardingStore;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Result;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A store whose changes meet faults by plan, as over a network that loses, repeats and delays. Everything but {@code apply}
 * goes through untouched. Closing it closes the store behind it; changes still on their way are then lost.
 */
public final class FaultyStore extends ForwardingStore {
    private static final Duration DELAY = Duration.ofMillis(1);

    private final FaultPlan plan;
    private final int lateness;
    /** Guarded by itself. */
    private final Deque<Late> late = new ArrayDeque<>();

    /** A change on its way, due at that call. */
    private record Late(List<Group> batch, long call) {}

    private long calls;

    private FaultyStore(LockStore store, FaultPlan plan, int lateness) {
        super(store);
        this.plan = plan;
        this.lateness = lateness;
    }

    /** Creates a store whose late changes arrive with {@link #deliverLate}; delays are a millisecond. */
    public static FaultyStore of(LockStore store, FaultPlan plan) {
        return new FaultyStore(store, plan, Integer.MAX_VALUE);
    }

    /** Lets late changes arrive by themselves, a number of calls of {@code apply} after their own. */
    public FaultyStore lateAfter(int laterCalls) {
        return new FaultyStore(store(), plan, laterCalls);
    }

    @Override
    public List<Result> apply(List<Group> batch) {
        Fault fault;
        List<Late> arriving;
        synchronized (late) {
            calls++;
            fault = plan.next();
            arriving = dueBy(calls);
            if (fault == Fault.APPLIES_LATE) {
                late.add(new Late(List.copyOf(batch), calls + lateness));
            }
        }
        arriving.forEach(change -> store().apply(change.batch()));
        return switch (fault) {
            case NONE -> store().apply(batch);
            case FAILS_BEFORE -> throw new StoreUnreachableException("Fault by plan: the store was not reached.", null);
            case FAILS_AFTER -> {
                store().apply(batch);
                throw unknown();
            }
            case APPLIES_LATE, LOST -> throw unknown();
            case DUPLICATED -> {
                List<Result> first = store().apply(batch);
                store().apply(batch);
                yield first;
            }
            case DELAYED -> {
                LockSupport.parkNanos(DELAY.toNanos());
                yield store().apply(batch);
            }
            case BUSY -> new ArrayList<>(Collections.nCopies(batch.size(), new Result.Busy()));
        };
    }

    /** Lets all late changes arrive now, in the order of their calls, and returns their results. */
    public List<List<Result>> deliverLate() {
        List<Late> arriving;
        synchronized (late) {
            arriving = dueBy(Long.MAX_VALUE);
        }
        return arriving.stream().map(change -> store().apply(change.batch())).toList();
    }

    /** Returns the number of changes that are still on their way. */
    public int onTheirWay() {
        synchronized (late) {
            return late.size();
        }
    }

    private List<Late> dueBy(long call) {
        List<Late> due = new ArrayList<>();
        for (Iterator<Late> each = late.iterator(); each.hasNext(); ) {
            Late change = each.next();
            if (change.call() <= call) {
                due.add(change);
                each.remove();
            }
        }
        return due;
    }

    private static OutcomeUnknownException unknown() {
        return new OutcomeUnknownException("Fault by plan: the answer got lost.", null);
    }
}
