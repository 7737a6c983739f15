package dev.holdfast.cli.command;

import dev.holdfast.StoreException;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.internal.storage.UntrustedSidecarException;
import dev.holdfast.store.file.sidecar.Sidecars;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Accepts the own files of a project's lock store that came with a clone or belong to another user. */
public final class StoreFileTrust {
    private StoreFileTrust() {}

    /**
     * Accepts the files for the user who has called {@code trust}.
     *
     * @param context a call inside the project
     * @return the folder that was accepted; empty if there was nothing to accept
     */
    public static Optional<Path> accept(CommandContext context) {
        boolean there = context.storePath().stream()
                .map(path -> path.endsWith("locks.json") ? path.resolveSibling("") : path)
                .anyMatch(Files::isDirectory);
        if (!there) {
            return Optional.empty(); // no file store, or one without files
        }
        try {
            context.readOnlyManager().list("");
        } catch (UntrustedSidecarException e) {
            Path folder = Path.of(e.folder());
            Sidecars.accept(folder);
            return Optional.of(folder);
        } catch (StoreException e) {
            return Optional.empty(); // the next command that uses the store reports it
        }
        return Optional.empty();
    }
}
