package dev.holdfast.example.resume.lock;

import dev.holdfast.LockHandle;
import dev.holdfast.LockLostException;
import dev.holdfast.LockManager;
import dev.holdfast.Loss;
import java.util.Optional;

/**
 * A resume lock for try-with-resources: released when it is closed, however the work ended. If the process is killed
 * before that, the next process finds it dead. Safe for use by many threads.
 */
public final class ResumeLock implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ResumeLock.class.getName());

    private final LockManager locks;
    private final LockHandle handle;
    private final ResumeLockData data;

    ResumeLock(LockManager locks, LockHandle handle, ResumeLockData data) {
        this.locks = locks;
        this.handle = handle;
        this.data = data;
    }

    public String jobId() {
        return data.jobId();
    }

    /** Returns the content of its file. */
    public ResumeLockData data() {
        return data;
    }

    /** Returns a number larger than that of every earlier lock of this job. */
    public long fence() {
        return handle.fence();
    }

    /** Returns whether no loss is known; costs nothing, and may be two seconds behind. */
    public boolean held() {
        return handle.isHeld();
    }

    /** Checks that the lock is still held. Call it before each write, and write nothing if it throws. */
    public void requireHeld() throws ResumeLockException {
        boolean counts;
        try {
            counts = handle.isHeld() && locks.holds().verifyFence(jobId(), fence());
        } catch (RuntimeException e) {
            throw new ResumeLockException(
                    "It is unknown whether the lock of " + jobId() + " is still held: " + e.getMessage(), e);
        }
        if (!counts) {
            throw lost();
        }
    }

    private ResumeLockLostException lost() {
        try {
            Optional<Loss> loss = locks.holds().loss(handle.receipts().get(0));
            if (loss.isPresent()) {
                return new ResumeLockLostException(loss.get().sentence(), new LockLostException(loss.get()));
            }
        } catch (RuntimeException e) {
            return new ResumeLockLostException("The lock of " + jobId() + " was lost.", e);
        }
        return new ResumeLockLostException("The lock of " + jobId() + " was already released.", null);
    }

    /** Calls back once when it is lost, within two seconds; on a thread of Holdfast. */
    public void onLoss(Runnable callback) {
        handle.onLoss(loss -> callback.run());
    }

    /** Releases the lock. Never throws, since it must not hide how the work ended; harmless when repeated. */
    @Override
    public void close() {
        try {
            handle.close();
        } catch (RuntimeException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The lock of " + jobId() + " was not released; it ends with this process.",
                    e);
        }
    }
}
