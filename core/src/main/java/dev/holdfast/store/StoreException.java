package dev.holdfast.store;

import org.jspecify.annotations.Nullable;

/** A store did not do what it was asked. The message is one sentence that names the cause and, where there is one, the cure. */
public abstract sealed class StoreException extends RuntimeException
        permits StoreUnreachableException,
                StoreUnwritableException,
                OutcomeUnknownException,
                NotPermittedException,
                UntrustedSidecarException {
    private static final long serialVersionUID = 1;

    StoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
