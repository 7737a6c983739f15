package dev.holdfast.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.store.file.sidecar.Disk;
import dev.holdfast.store.file.sidecar.NameTakenException;
import dev.holdfast.store.file.sidecar.Step;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Names other {@link FurtherProcesses} of the same holder of a lock directory. */
record Naming(String resource, Path lock, String tag, String before, String after, Workplace workplace, Disk disk)
        implements Step {

    @Override
    public void run() throws IOException {
        write(lock, tag, after, workplace, disk);
        // A successor looks for further processes after it has made its file: one of the two sees the other.
        Facts facts = Facts.of(lock);
        if (facts == null
                || !facts.isDirectory()
                || !tag.equals(Chain.of(lock, facts).end())) {
            throw new NameTakenException(resource);
        }
    }

    /** Replaces the lines of the holder with that id in one step. */
    static void write(Path lock, String id, String lines, Workplace workplace, Disk disk) throws IOException {
        Path file = FurtherProcesses.file(lock, id);
        if (lines.isEmpty()) {
            disk.delete(file);
            return;
        }
        Path prepared = workplace.file();
        disk.prepare(prepared, lines.getBytes(UTF_8), false);
        try {
            disk.move(prepared, file);
        } catch (NoSuchFileException e) {
            workplace.drop(prepared);
            throw new NameTakenException(lock.getFileName().toString());
        }
    }

    @Override
    public boolean isUndoable() {
        return true;
    }

    @Override
    public void undo() throws IOException {
        write(lock, tag, before, workplace, disk);
    }
}
