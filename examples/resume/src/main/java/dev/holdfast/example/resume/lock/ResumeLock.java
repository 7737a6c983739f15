package dev.holdfast.example.resume.lock;

import dev.holdfast.LockHandle;
import dev.holdfast.LockLostException;
import dev.holdfast.LockManager;
import dev.holdfast.Loss;
import java.util.Optional;

/**
 * A resume lock in hand, for try-with-resources: given back when it is closed, however the work ended. If the process is killed
 * before that, the next one who asks finds it dead. Safe for use by many threads.
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

    /** What its file says. */
    public ResumeLockData data() {
        return data;
    }

    /** A number larger than that of every earlier lock of this job. */
    public long fence() {
        return handle.fence();
    }

    /** Whether no loss is known; costs nothing, and may be two seconds behind. */
    public boolean held() {
        return handle.held();
    }

    /** Looks whether it still counts, now. Whoever is about to write asks this first, and writes nothing if it throws. */
    public void requireHeld() throws ResumeLockException {
        boolean counts;
        try {
            counts = handle.held() && locks.verifyFence(jobId(), fence());
        } catch (RuntimeException e) {
            throw new ResumeLockException(
                    "Nobody can tell whether the lock of " + jobId() + " still holds: " + e.getMessage(), e);
        }
        if (!counts) {
            throw lost();
        }
    }

    private ResumeLockLostException lost() {
        try {
            Optional<Loss> loss = locks.loss(handle.receipts().get(0));
            if (loss.isPresent()) {
                return new ResumeLockLostException(loss.get().sentence(), new LockLostException(loss.get()));
            }
        } catch (RuntimeException e) {
            return new ResumeLockLostException("The lock of " + jobId() + " was lost.", e);
        }
        return new ResumeLockLostException("The lock of " + jobId() + " was given back before.", null);
    }

    /** Calls back once when it is lost, within two seconds; on a thread of Holdfast. */
    public void onLoss(Runnable callback) {
        handle.onLoss(loss -> callback.run());
    }

    /** Gives it back. Never throws, since it must not hide how the work ended; harmless when repeated. */
    @Override
    public void close() {
        try {
            handle.close();
        } catch (RuntimeException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The lock of " + jobId() + " was not given back; it ends with this process.",
                    e);
        }
    }
}
