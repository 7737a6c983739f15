package dev.holdfast.store.file.sidecar;

import dev.holdfast.StoreUnreachableException;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.internal.process.FileLockHolder;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

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

    /** Refuses since the threads of this process were in each other's way. */
    static StoreUnreachableException busy(Path folder) {
        return new StoreUnreachableException(
                "Other threads of this process have been using the lock store at " + folder
                        + " for too long. Nothing was changed; try again.",
                null);
    }

    /** Refuses since another process has the guard, and says which one if that can be known. */
    static StoreUnreachableException stuck(Path guard, Duration waited) {
        Optional<FileLockHolder> holder = FileLockHolder.of(guard);
        String who = holder.map(FileLockHolder::name).orElse("another process");
        String advice = holder.map(FileLockHolder::advice)
                .orElse("Find that process with lsof " + guard
                        + ". Continue it if it is stopped, or end it, then try again.");
        return new StoreUnreachableException(
                "The lock store at " + guard.getParent() + " could not be used for " + waited.toSeconds()
                        + " seconds, because " + who + " is in the middle of a change. Nothing was changed. " + advice,
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
