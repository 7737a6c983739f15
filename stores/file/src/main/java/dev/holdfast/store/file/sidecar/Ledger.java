package dev.holdfast.store.file.sidecar;

import dev.holdfast.store.History;
import dev.holdfast.store.Key;
import dev.holdfast.store.OutcomeUnknownException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Guard, journal and records of one folder, kept in step. Used by one thread at a time. */
final class Ledger {
    /** A journal is written anew when it is this much longer than it was at its beginning: whoever comes reads all of it. */
    private static final long SLACK = 1 << 16;

    private static final int GROWTH = 4;

    private final Path folder;
    private final View view;
    private final Disk disk;
    private final HistoryFile past;
    private final Consumer<Collection<Key>> changes;
    private @Nullable Guard guard;
    private @Nullable Journal journal;
    private @Nullable Commit known;
    private Records records = new Records();
    private long startLength;
    private boolean tidy;

    Ledger(Path folder, View view, Disk disk, Consumer<Collection<Key>> changes) {
        this.folder = folder;
        this.view = view;
        this.disk = disk;
        this.past = new HistoryFile(folder, disk);
        this.changes = changes;
    }

    Records records() {
        return records;
    }

    History history() throws IOException {
        return past.with(records.telling());
    }

    void lock(long end) throws IOException {
        Guard mine = guard();
        mine.lock(end);
        while (mine.isMoved()) {
            // Somebody deleted the folder: others would use a new guard, and so must this process.
            mine.unlock();
            close();
            mine = guard();
            mine.lock(end);
        }
    }

    /** @param clean false if the work ended in an error: then what is in memory may not be what is on the disk */
    void unlock(boolean clean) {
        if (!clean) {
            known = null;
        }
        if (guard != null) {
            guard.unlock();
        }
    }

    private Guard guard() throws IOException {
        if (guard == null) {
            Folders.make(folder);
            guard = new Guard(folder.resolve("guard"), disk);
            tidy = false;
        }
        return guard;
    }

    boolean isBehind() throws IOException {
        return known == null || guard == null || !known.equals(guard.read());
    }

    /** Reads what others committed, and settles what a crashed one did not. */
    void catchUp() throws IOException {
        if (!tidy) {
            view.tidy();
            tidy = true;
        }
        Commit commit = guard().read();
        if (commit == null) {
            rebuild();
            return;
        }
        if (known == null || known.generation() != commit.generation() || !readOn(known, commit)) {
            load(commit);
        }
        if (known != null && journal != null && journal.length() > known.length()) {
            settle(journal, known);
        }
    }

    private boolean readOn(Commit from, Commit to) throws IOException {
        if (from.seq() == to.seq()) {
            return true;
        }
        Line.Found found = journal == null ? null : journal.lines(from.length(), to.length());
        if (found == null || !found.whole()) {
            return false;
        }
        for (Line line : found.lines()) {
            applied(line);
        }
        known = to;
        return true;
    }

    private void load(Commit commit) throws IOException {
        closeJournal();
        Records loaded = new Records();
        Path path = Journal.path(folder, commit.generation());
        Journal opened = Journal.open(disk, path);
        Journal.Head head = opened == null ? null : opened.head();
        boolean whole = false;
        long start = 0;
        if (opened != null) {
            Line.Found found = opened.lines(head == null ? 0 : head.length(), commit.length());
            for (Line line : found.lines()) {
                loaded.apply(line);
            }
            whole = head != null && found.whole();
            start = head == null ? 0 : startLength(head, found);
        }
        replace(loaded);
        journal = opened;
        known = commit;
        startLength = start;
        if (!whole) {
            keepAside(path);
            begin(commit);
        }
    }

    /** How long it was at its beginning; events do not count, since they go elsewhere when it is written anew. */
    private static long startLength(Journal.Head head, Line.Found found) {
        long start = head.length();
        int lines = Math.min(head.lines(), found.lines().size());
        for (int i = 0; i < lines && found.lines().get(i).events().isEmpty(); i++) {
            start = found.ends().get(i);
        }
        return start;
    }

    /** Without a guard record that is whole, the newest journal that was ever finished counts, all of it. */
    private void rebuild() throws IOException {
        closeJournal();
        long last = 0;
        long seq = 0;
        long version = 0;
        Records found = new Records();
        for (long generation : Folders.generations(folder)) {
            last = Math.max(last, generation);
            try (Journal candidate = Journal.open(disk, Journal.path(folder, generation))) {
                Journal.Head head = candidate == null ? null : candidate.head();
                if (candidate != null && head != null && candidate.isFinished()) {
                    found = new Records();
                    for (Line line :
                            candidate.lines(head.length(), candidate.length()).lines()) {
                        found.apply(line);
                        seq = Math.max(seq, line.seq());
                        version = Math.max(version, line.version());
                    }
                }
            }
        }
        replace(found);
        begin(new Commit(seq, last, 0, version));
    }

    /** Starts the next generation with what is known now. */
    private void begin(Commit last) throws IOException {
        past.add(records.telling());
        Path old = Journal.path(folder, last.generation());
        Journal fresh = Journal.create(disk, Journal.path(folder, last.generation() + 1), records.lines());
        Commit commit = new Commit(last.seq() + 1, last.generation() + 1, fresh.length(), last.version());
        try {
            guard().write(commit);
            if (view.durable()) {
                guard().force();
            }
        } catch (IOException e) {
            fresh.close();
            throw e;
        }
        closeJournal();
        records.telling().clear();
        journal = fresh;
        known = commit;
        startLength = commit.length();
        disk.delete(old);
    }

    private void keepAside(Path path) throws IOException {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            Path copy = folder.resolve(path.getFileName() + ".corrupt");
            Files.copy(path, copy, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Decides about what lies beyond the committed length: a change counts if it can be seen that it was made. */
    private void settle(Journal tail, Commit from) throws IOException {
        Line.Found found = tail.lines(from.length(), tail.length());
        Commit commit = from;
        for (int i = 0; i < found.lines().size(); i++) {
            Line line = found.lines().get(i);
            if (line.seq() != commit.seq() + 1 || !isMade(line)) {
                break;
            }
            applied(line);
            commit = commit.next(found.ends().get(i), Math.max(commit.version(), line.version()));
        }
        if (!commit.equals(from)) {
            guard().write(commit);
            known = commit;
        }
        tail.truncate(commit.length());
    }

    /** A change that shows nothing new is made by being written; any other by the first of its steps. */
    private boolean isMade(Line line) throws IOException {
        boolean shows = false;
        for (Shift shift : Shift.of(line, records)) {
            String now = view.look(shift.resource());
            if (shift.isDone(now)) {
                return true;
            }
            shows = true;
        }
        return !shows;
    }

    /** The version of the next change. */
    long nextVersion(long micros) {
        return Math.max(last().version() + 1, micros);
    }

    long nextSeq() {
        return last().seq() + 1;
    }

    private Commit last() {
        if (known == null) {
            throw new IllegalStateException("There is nothing to go on from before catching up.");
        }
        return known;
    }

    /**
     * Writes a change down, shows it and commits it.
     *
     * @throws NameTakenException if another program is in the way of showing it; then nothing was changed
     */
    void commit(Line line, List<Step> steps) throws IOException {
        Commit from = last();
        Journal to = java.util.Objects.requireNonNull(journal);
        byte[] bytes = line.encoded();
        List<Step> done = new ArrayList<>();
        try {
            to.write(from.length(), bytes);
            if (view.durable()) {
                to.force();
            }
            for (Step step : steps) {
                step.run();
                done.add(step);
            }
        } catch (IOException e) {
            takeBack(done, e);
            abandon(to, from, e);
            throw e;
        }
        Commit commit = from.next(from.length() + bytes.length, line.version());
        try {
            guard().write(commit);
        } catch (IOException e) {
            throw unknown(e);
        }
        known = commit;
        applied(line);
        if (commit.length() > GROWTH * startLength + SLACK) {
            compact(commit);
        }
    }

    private void takeBack(List<Step> done, IOException cause) {
        for (int i = done.size() - 1; i >= 0; i--) {
            try {
                if (!done.get(i).isUndoable()) {
                    throw unknown(cause);
                }
                done.get(i).undo();
            } catch (IOException e) {
                // What stays shown without a record will be taken for another program's entry.
                cause.addSuppressed(e);
            }
        }
    }

    private void abandon(Journal to, Commit from, IOException cause) {
        try {
            to.truncate(from.length());
        } catch (IOException e) {
            cause.addSuppressed(e);
            try {
                // Other commits than the one it waits for make the rest of the journal void.
                known = from.next(from.length(), from.version());
                guard().write(known);
            } catch (IOException again) {
                cause.addSuppressed(again);
                throw unknown(cause);
            }
        }
    }

    private void compact(Commit from) {
        try {
            begin(from);
        } catch (IOException e) {
            // The old journal still counts; the next try comes when it has grown again.
            startLength = from.length();
        }
    }

    private OutcomeUnknownException unknown(IOException cause) {
        return new OutcomeUnknownException(
                "A change in the lock store at " + folder + " was begun and could not be finished ("
                        + Damage.reason(cause) + "); look again before going on.",
                cause);
    }

    private void applied(Line line) {
        records.apply(line);
        List<Key> keys = new ArrayList<>(line.deletes());
        for (Line.Put put : line.puts()) {
            keys.add(put.key());
        }
        changes.accept(keys);
    }

    private void replace(Records loaded) {
        Collection<Key> keys = records.differences(loaded);
        records = loaded;
        changes.accept(keys);
    }

    private void closeJournal() throws IOException {
        if (journal != null) {
            journal.close();
            journal = null;
        }
    }

    void close() {
        known = null;
        try {
            closeJournal();
            if (guard != null) {
                guard.close();
            }
        } catch (IOException e) {
            // Nothing is left to be written.
        }
        guard = null;
    }
}
