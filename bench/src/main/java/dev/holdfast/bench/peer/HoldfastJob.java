package dev.holdfast.bench.peer;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/** Holdfast on any store. */
final class HoldfastJob implements JobLock {
    private static final Duration LEASE = Duration.ofSeconds(30);

    private final Supplier<LockRequest> request;

    // begin
    private final LockManager locks;

    private HoldfastJob(String address, Supplier<LockRequest> request) {
        locks = LockManager.open(address);
        // end
        this.request = request;
        // begin
    }

    @Override
    public boolean run(Runnable job, Runnable lost) throws InterruptedException {
        Optional<LockHandle> held = locks.tryAcquire(request.get()).handle();
        if (held.isEmpty()) {
            return false;
        }
        try (LockHandle handle = held.get()) {
            handle.onLoss(loss -> lost.run());
            job.run();
            return true;
        }
    }

    @Override
    public void close() {
        locks.close();
    }
    // end

    static HoldfastJob on(String address) {
        return new HoldfastJob(address, () -> LockRequest.of(NAME));
    }

    /** Opens it so that the death of the holder cannot be seen, as that of a process of another machine. */
    static HoldfastJob fromElsewhere(String address) {
        return new HoldfastJob(
                address, () -> LockRequest.of(NAME).owner(unseen()).ttl(LEASE));
    }

    /** Returns an owner for one call, which is bound to no process. */
    private static Owner unseen() {
        return new Owner(UUID.randomUUID().toString(), "elsewhere", "", List.of());
    }

    @Override
    public void takeAway() {
        locks.admin().forceRelease(NAME, "operator", "comparison");
    }
}
