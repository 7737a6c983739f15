package dev.holdfast.server;

import java.io.IOException;
import java.nio.file.Path;

/** Thrown if a server cannot be started because its audit log cannot be written. */
public final class AuditLogException extends ServerException {
    private static final long serialVersionUID = 1L;

    AuditLogException(Path file, IOException cause) {
        super("The audit log " + file + " cannot be written: " + cause.getMessage() + ".", cause);
    }
}
