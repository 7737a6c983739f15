package dev.holdfast.server;

import org.jspecify.annotations.Nullable;

/** Thrown if a server cannot be started. The message says why, and what to do. */
public class ServerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ServerException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
