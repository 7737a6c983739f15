package dev.holdfast.example.resume.lock;

import org.jspecify.annotations.Nullable;

/** The lock is not ours any more: taken over with {@code --force}, or its file was removed. Whoever holds this stops writing. */
public final class ResumeLockLostException extends ResumeLockException {
    private static final long serialVersionUID = 1;

    ResumeLockLostException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
