package dev.holdfast.store.file.sidecar;

import dev.holdfast.store.StoreUnreachableException;
import dev.holdfast.store.StoreUnwritableException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** The sentences in which these stores say what is wrong and what to do about it. */
final class Damage {
    private Damage() {}

    static StoreUnwritableException newerFormat(String what) {
        return new StoreUnwritableException(
                what + " of this lock store was written by a newer version of Holdfast; update this one.", null);
    }

    static StoreUnwritableException unusable(Path folder, IOException cause) {
        return new StoreUnwritableException(
                "The lock store at " + folder + " cannot be used (" + reason(cause) + "); nothing was changed, "
                        + "check the folder's rights and the space on its disk.",
                cause);
    }

    static StoreUnreachableException busy(Path guard, String who) {
        return new StoreUnreachableException(
                "The guard " + guard + " was held by " + who + " for too long; nothing was changed, "
                        + "look for a stopped process that has it open.",
                null);
    }

    static String reason(IOException cause) {
        if (cause instanceof AccessDeniedException) {
            return "no right to do that";
        }
        if (cause instanceof FileSystemException file && file.getReason() != null) {
            return file.getReason();
        }
        String message = cause.getMessage();
        return message == null ? cause.getClass().getSimpleName() : message;
    }
}
