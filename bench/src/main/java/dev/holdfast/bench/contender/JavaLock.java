package dev.holdfast.bench.contender;

import java.util.concurrent.TimeUnit;

/** A lock that a library offers as one of {@code java.util.concurrent}. */
record JavaLock(java.util.concurrent.locks.Lock lock) implements Contender.Lock {
    @Override
    public boolean tryTake() {
        return lock.tryLock();
    }

    @Override
    public void take() throws InterruptedException {
        if (!lock.tryLock(Contender.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException(
                    "The lock was not released within " + Contender.PATIENCE.toSeconds() + " s.");
        }
    }

    @Override
    public void release() {
        lock.unlock();
    }
}
