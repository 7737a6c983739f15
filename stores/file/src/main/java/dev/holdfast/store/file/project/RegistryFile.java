package dev.holdfast.store.file.project;

import dev.holdfast.store.file.sidecar.Disk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code locks.json}: looked at, and replaced whole.
 *
 * <p>Other programs write it without asking. What they wrote before our last look is kept; what they write between that look and
 * our replacing the file, some microseconds later, is lost. A file that is not a registry is moved aside and a fresh one made: its
 * content is written beforehand, so that a crash in between does not take away what it has to show.
 *
 * <p>Not thread-safe, and only one process may replace at a time: both are the guard's task.
 */
final class RegistryFile {
    static final String NAME = "locks.json";

    // A program in the middle of writing gets so many looks, with a pause between them, before the file counts as
    // corrupt.
    private static final int LOOKS = 3;
    private static final int MAX_TRIES = 10;

    private final Path folder;
    private final Path file;
    private final Path scratch;
    /** The content of a fresh registry, there from before a corrupt one is moved aside until the fresh one is in place. */
    private final Path fresh;

    private final Disk disk;
    private final Runnable pause;
    private final Backup backup;
    private final Consumer<String> warnings;
    private @Nullable Sight last;
    private Set<String> told = Set.of();

    /** A change of a registry. It changes nothing if it returns the registry that it was given. */
    interface Editing {
        Registry next(Registry registry) throws IOException;
    }

    /**
     * @param folder where the registry is; must exist
     * @param scratch a file for the next content, in the same file system
     * @param pause waits a moment for another program to finish its writing
     * @param warnings is told, once each, what people should know
     */
    RegistryFile(Path folder, Path scratch, Disk disk, Runnable pause, Backup backup, Consumer<String> warnings) {
        this.folder = folder;
        this.file = folder.resolve(NAME);
        this.scratch = scratch;
        this.fresh = scratch.resolveSibling("registry.reset");
        this.disk = disk;
        this.pause = pause;
        this.backup = backup;
        this.warnings = warnings;
    }

    Path path() {
        return file;
    }

    /** Flushes which content the name stands for. */
    void flush() throws IOException {
        disk.flushDirectory(folder);
    }

    /** Creates an empty registry if there is nothing in its place: for the first use, when no program can have removed it. */
    void begin() throws IOException {
        created(Registry.EMPTY);
    }

    /**
     * Returns the registry as it is now. If there is none, creates an empty one.
     *
     * @param afresh the content of a fresh one in place of a corrupt one
     */
    Registry look(Supplier<Registry> afresh) throws IOException {
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            Sight sight = patientSight();
            if (sight.registry() != null) {
                return remembered(sight, sight.registry());
            }
            if (sight.fault() != null) {
                reset(sight.fault(), afresh.get());
            } else if (!isResetFinished() && created(Registry.EMPTY)) {
                return Registry.EMPTY;
            }
        }
        throw new IOException(file + " is taken away and put back again and again by another program");
    }

    /**
     * Replaces the registry by what the edit makes of it; the content is flushed, the name is not.
     *
     * @return false if another program kept writing it meanwhile; then nothing was changed
     */
    boolean replace(Editing edit, Supplier<Registry> afresh) throws IOException {
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            Registry before = look(afresh);
            Registry after = edit.next(before);
            if (after == before || replaced(after)) {
                return true;
            }
        }
        return false;
    }

    private boolean replaced(Registry after) throws IOException {
        byte[] content = prepared(after);
        try {
            // The same object: no program has written since the edit was made from it.
            if (last == null || Sight.exactly(file, last).registry() != last.registry()) {
                return false;
            }
            disk.move(scratch, file);
        } finally {
            disk.delete(scratch);
        }
        remembered(Sight.written(file, content, after), after);
        return true;
    }

    /** Deletes what a crash left of a reset whose registry is there: it must not come back if the registry is deleted. */
    void tidy() throws IOException {
        if (Files.exists(fresh, LinkOption.NOFOLLOW_LINKS) && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            disk.delete(fresh);
        }
    }

    /** Moves a corrupt file aside and puts a fresh registry in its place. */
    private void reset(String fault, Registry registry) throws IOException {
        prepared(registry);
        disk.move(scratch, fresh);
        // A power failure must not take it away and leave the corrupt file moved.
        disk.flushDirectory(Objects.requireNonNull(fresh.getParent()));
        Path kept = backup.keep(file);
        isResetFinished();
        warnings.accept(file + " was corrupt (" + fault + ") and has been reset: a backup is in " + kept
                + ", locks of other programs have been cleared, and work goes on.");
    }

    /** Puts the fresh registry in place if a reset has been begun and the name is free. Returns whether one has been. */
    private boolean isResetFinished() throws IOException {
        if (!Files.isRegularFile(fresh, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try {
            // No move: after a power failure both names could be missing.
            disk.link(file, fresh);
            flush();
        } catch (FileAlreadyExistsException e) {
            // Another program has made one just now.
        }
        disk.delete(fresh);
        return true;
    }

    private boolean created(Registry registry) throws IOException {
        byte[] content = prepared(registry);
        try {
            disk.link(file, scratch);
        } catch (FileAlreadyExistsException e) {
            return false;
        } finally {
            disk.delete(scratch);
        }
        flush();
        remembered(Sight.written(file, content, registry), registry);
        return true;
    }

    private byte[] prepared(Registry registry) throws IOException {
        byte[] content = registry.write().getBytes(StandardCharsets.UTF_8);
        if (content.length > Sight.MAX_BYTES) {
            throw new IOException(
                    file + " would grow larger than " + Sight.MAX_BYTES + " bytes; clear locks that are not needed");
        }
        // Never written over: after a crash it can be the registry itself, under a second name.
        disk.delete(scratch);
        disk.create(scratch, content, true);
        return content;
    }

    private Sight patientSight() throws IOException {
        Sight sight = Sight.of(file, last);
        for (int looks = 1; looks < LOOKS && sight.mayBeUnfinished(); looks++) {
            pause.run();
            sight = Sight.of(file, last);
        }
        return sight;
    }

    private Registry remembered(Sight sight, Registry registry) throws IOException {
        boolean isNew = last == null || last.registry() != registry;
        last = sight;
        if (isNew) {
            tidy();
            List<String> problems = registry.problems();
            for (String problem : problems) {
                if (!told.contains(problem)) {
                    warnings.accept(file + ": " + problem);
                }
            }
            told = new HashSet<>(problems);
        }
        return registry;
    }
}
