package dev.holdfast.torture;

import dev.holdfast.Acquisition;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.Owner;
import dev.holdfast.StoreException;
import dev.holdfast.torture.history.History;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Operation;
import dev.holdfast.torture.history.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The look at a store after all workers have ended: every resource must become free by itself, and its next fence must be larger
 * than all before.
 */
final class Aftermath {
    /** How long beyond the lease a dead waiter or a hand-over may delay. */
    private static final Duration QUEUE = Duration.ofSeconds(40);

    private final LockManager locks;
    private final History history;
    private final Duration longest;

    private Aftermath(LockManager locks, History history, Duration lease) {
        this.locks = locks;
        this.history = history;
        this.longest = lease.plus(QUEUE);
    }

    static void look(LockManager locks, History history, Duration lease, List<Operation> operations)
            throws InterruptedException {
        TreeSet<String> resources = new TreeSet<>();
        operations.forEach(operation -> resources.addAll(operation.resources()));
        Aftermath aftermath = new Aftermath(locks, history, lease);
        long end = System.nanoTime() + aftermath.longest.toNanos();
        for (String resource : resources) {
            aftermath.awaitFree(resource, end);
        }
        for (String resource : resources) {
            aftermath.acquire(resource);
        }
    }

    private void awaitFree(String resource, long end) {
        History.Pending operation =
                history.operation(Kind.LEFTOVER).resources(List.of(resource)).begin();
        while (true) {
            try {
                LockView view = locks.view(resource);
                boolean free = view.free() && view.queue().isEmpty();
                if (free || System.nanoTime() - end > 0) {
                    operation
                            .count(free ? 0 : Math.max(1, view.holders().size()))
                            .note(free ? "" : view.toString())
                            .end(Outcome.DONE);
                    return;
                }
            } catch (StoreException e) {
                if (System.nanoTime() - end > 0) {
                    operation.note(e.toString()).end(Outcome.ERROR);
                    return;
                }
            }
            Pauses.millis(100);
        }
    }

    private void acquire(String resource) throws InterruptedException {
        String id = "aftermath/" + resource;
        Owner owner = new Owner(id, id, "", locks.newOwner().processes());
        History.Pending operation = history.operation(Kind.ACQUIRE)
                .resources(List.of(resource))
                .owner(id)
                .begin();
        try {
            Acquisition acquisition = locks.tryAcquire(LockRequest.of(resource).owner(owner));
            if (acquisition.granted()) {
                try (LockHandle handle = acquisition.orThrow()) {
                    operation.granted(handle.receipts().get(0).holdId().toString(), fences(handle));
                    operation.end(Outcome.GRANTED);
                }
            } else {
                operation.note(acquisition.refusals().toString()).end(Outcome.ERROR);
            }
        } catch (StoreException e) {
            operation.note(e.toString()).end(Outcome.ERROR);
        }
    }

    private static List<Long> fences(LockHandle handle) {
        List<Long> fences = new ArrayList<>();
        handle.resources().forEach(resource -> fences.add(handle.fence(resource)));
        return fences;
    }
}
