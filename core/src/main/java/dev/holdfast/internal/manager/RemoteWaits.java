package dev.holdfast.internal.manager;

import dev.holdfast.Holds.Grant;
import dev.holdfast.LockRequest;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Requests that wait at a server. Closing interrupts them, since the server alone knows when they are granted. */
final class RemoteWaits {
    private final Locks locks;
    private final Set<Wait> waits = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    RemoteWaits(Locks locks) {
        this.locks = locks;
    }

    /** One thread that waits. */
    private static final class Wait {
        private final Thread thread = Thread.currentThread();
        private boolean interrupted;
        private boolean over;

        synchronized void interrupt() {
            if (!over && !interrupted) {
                interrupted = true;
                thread.interrupt();
            }
        }

        /** Ends it: an interrupt made here never reaches what the thread does next. Returns whether there was one. */
        synchronized boolean end() {
            over = true;
            if (interrupted) {
                Thread.interrupted();
            }
            return interrupted;
        }
    }

    /**
     * Asks for a grant.
     *
     * @throws IllegalStateException if the manager is closed meanwhile
     */
    Grant grant(LockRequest request) throws InterruptedException {
        if (request.timeout().isZero()) {
            return locks.grant(request);
        }
        Wait wait = new Wait();
        waits.add(wait);
        try {
            if (closed) {
                wait.interrupt();
            }
            return locks.grant(request);
        } catch (InterruptedException e) {
            if (wait.end()) {
                throw closed(request, e);
            }
            throw e;
        } finally {
            waits.remove(wait);
            wait.end();
        }
    }

    /** Returns the failure of a request whose manager was closed. */
    static IllegalStateException closed(LockRequest request, Throwable cause) {
        return new IllegalStateException(
                "The lock manager was closed while a caller waited for "
                        + request.resources().get(0) + ".",
                cause);
    }

    /** Ends all waits. */
    void close() {
        closed = true;
        waits.forEach(Wait::interrupt);
    }
}
