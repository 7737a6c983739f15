package dev.holdfast.example.resume.lock;

import org.jspecify.annotations.Nullable;

/**
 * A resume lock was not taken, or does not hold any more. The message says for a person what is wrong and what can be done about
 * it; the cause is what Holdfast reported. When it is none of the special kinds, the locks themselves cannot be used: rights, a
 * full disk, something that is no lock file in a lock file's place, a name that cannot be one.
 */
public sealed class ResumeLockException extends Exception permits ResumeInProgressException, ResumeLockLostException {
    private static final long serialVersionUID = 1;

    ResumeLockException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
