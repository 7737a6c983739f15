package dev.holdfast.bench.contender;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Holdfast: one manager, and each thread with its own owner, like the sessions of a server. */
final class Holdfast implements Contender {
    private static final AtomicLong OWNERS = new AtomicLong();

    private final LockManager manager;

    Holdfast(String address) {
        manager = LockManager.open(address);
    }

    @Override
    public Lock exclusive(String name) {
        return new Held(manager, request(name, Mode.EXCLUSIVE));
    }

    @Override
    public Lock shared(String name) {
        return new Held(manager, request(name, Mode.SHARED));
    }

    private static LockRequest request(String name, Mode mode) {
        return LockRequest.of(name).mode(mode).ttl(LEASE).owner(Owner.of("thread-" + OWNERS.incrementAndGet()));
    }

    @Override
    public void close() {
        manager.close();
    }

    private static final class Held implements Lock {
        private final LockManager manager;
        private final LockRequest request;
        private final LockRequest waiting;
        private @Nullable LockHandle handle;

        Held(LockManager manager, LockRequest request) {
            this.manager = manager;
            this.request = request;
            this.waiting = request.timeout(PATIENCE);
        }

        @Override
        public boolean tryTake() throws InterruptedException {
            handle = manager.tryAcquire(request).handle().orElse(null);
            return handle != null;
        }

        @Override
        public void take() throws InterruptedException {
            handle = manager.acquire(waiting);
        }

        @Override
        public boolean renew() {
            return handle != null
                    && manager.holds().renew(handle.receipts().get(0), false).isPresent();
        }

        @Override
        public void release() {
            if (handle != null) {
                handle.close();
            }
        }
    }
}
