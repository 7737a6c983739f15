package dev.holdfast.server;

import org.jspecify.annotations.Nullable;

/** A server could not be started; the message says why, and what to do about it. */
public class ServerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ServerException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
