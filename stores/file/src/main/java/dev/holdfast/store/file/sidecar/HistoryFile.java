package dev.holdfast.store.file.sidecar;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockEvent;
import dev.holdfast.internal.storage.History;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The events that have left the journal, in a file of their own that is read when a caller asks for the history. So the time to
 * open a store does not grow with its past. Used under the guard.
 *
 * <p>Its lines are like those of the journal, with growing versions. A crash may leave some events in both, and a line
 * unfinished: a reader takes each version once and passes over a line that is not whole.
 */
final class HistoryFile {
    /** Room for twice as many events as a store keeps, of typical length; beyond it the older half goes. */
    private static final long MAX_BYTES = 16 << 20;

    private final Path path;
    private final Path next;
    private final Disk disk;

    HistoryFile(Path folder, Disk disk) {
        this.path = folder.resolve("history");
        this.next = folder.resolve("history.next");
        this.disk = disk;
    }

    /** Adds what those lines tell; it is on the disk before this returns. */
    void add(List<Line> lines) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write('\n'); // ends what a crash left unfinished
        for (Line line : merged(lines)) {
            bytes.writeBytes(line.encoded());
        }
        if (bytes.size() == 1) {
            return;
        }
        byte[] kept = null;
        try (DiskFile file = disk.open(path)) {
            file.write(file.length(), bytes.toByteArray());
            file.force();
            if (file.length() > MAX_BYTES) {
                kept = end(file, Math.min(file.length() / 2, MAX_BYTES));
            }
        }
        if (kept != null) {
            disk.prepare(next, kept, true);
            disk.move(next, path);
        }
    }

    /** Returns one line for each version: the beginning of a journal has one for each event. */
    private static List<Line> merged(List<Line> lines) {
        List<Line> merged = new ArrayList<>();
        for (Line line : lines) {
            List<LockEvent> events = line.events().all();
            int last = merged.size() - 1;
            if (last >= 0 && merged.get(last).version() == line.version()) {
                List<LockEvent> both = new ArrayList<>(merged.get(last).events().all());
                both.addAll(events);
                merged.set(last, telling(line, both));
            } else if (!events.isEmpty()) {
                merged.add(telling(line, events));
            }
        }
        return merged;
    }

    private static Line telling(Line line, List<LockEvent> events) {
        return new Line(0, line.version(), line.stamp(), List.of(), List.of(), Events.of(events));
    }

    /** Returns the history: the events of this file, and those of further lines. */
    History with(List<Line> lines) throws IOException {
        History history = new History();
        long last = Long.MIN_VALUE;
        for (Line line : Line.all(content(), 0).lines()) {
            if (line.version() > last) {
                tell(line, history);
                last = line.version();
            }
        }
        for (Line line : lines) {
            if (line.version() > last) {
                tell(line, history);
            }
        }
        return history;
    }

    private static void tell(Line line, History history) {
        for (LockEvent event : line.events().all()) {
            history.add(new HistoryEntry(line.version(), line.stamp(), event).stamped());
        }
    }

    private byte[] content() throws IOException {
        try (DiskFile file = disk.openExisting(path)) {
            return end(file, Math.min(file.length(), 2 * MAX_BYTES));
        } catch (NoSuchFileException e) {
            return new byte[0];
        }
    }

    /** Reads the newest: a file that is longer than any of ours was damaged. */
    private static byte[] end(DiskFile file, long most) throws IOException {
        return file.bytes(file.length() - most, file.length());
    }
}
