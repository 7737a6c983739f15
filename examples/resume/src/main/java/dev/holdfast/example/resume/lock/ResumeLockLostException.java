package dev.holdfast.example.resume.lock;

import org.jspecify.annotations.Nullable;

/** Thrown if the lock was taken over with {@code --force}, or its file was removed. The caller must stop writing. */
public final class ResumeLockLostException extends ResumeLockException {
    private static final long serialVersionUID = 1;

    ResumeLockLostException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
