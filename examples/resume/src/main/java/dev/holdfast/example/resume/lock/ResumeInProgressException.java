package dev.holdfast.example.resume.lock;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Thrown if another process has the lock, or if there is a lock file that does not name a process. */
public final class ResumeInProgressException extends ResumeLockException {
    private static final long serialVersionUID = 1;

    private final transient @Nullable ResumeLockData holder;

    private ResumeInProgressException(String message, @Nullable ResumeLockData holder, Throwable cause) {
        super(message, cause);
        this.holder = holder;
    }

    static ResumeInProgressException heldBy(ResumeLockData holder, Throwable cause) {
        String message = "A resume of " + holder.jobId() + " is already in progress.\nLock held by: " + holder.who()
                + "\nWait until it ends, or use --force to take the lock over.";
        return new ResumeInProgressException(message, holder, cause);
    }

    static ResumeInProgressException heldByUnknown(String id, Object file, Throwable cause) {
        String message = "A resume of " + id + " may be already in progress.\nLock held by: unknown process (" + file
                + " does not say which)\nIf you are sure that no process works on it, remove that file or use --force.";
        return new ResumeInProgressException(message, null, cause);
    }

    /** Returns the holder, if the lock file names it. */
    public Optional<ResumeLockData> holder() {
        return Optional.ofNullable(holder);
    }
}
