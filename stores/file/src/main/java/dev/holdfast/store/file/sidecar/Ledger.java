package dev.holdfast.store.file.sidecar;

import dev.holdfast.Hold;
import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.internal.storage.History;
import dev.holdfast.spi.Key;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Guard, journal and records of one folder, kept in step. Used by one thread at a time. */
final class Ledger {
    /** A journal is rewritten when it is this much longer than it was at its beginning, since every new process reads all of it. */
    private static final long SLACK = 1 << 16;

    private static final int GROWTH = 4;
    /** Of a damaged journal, for people to look at. */
    private static final int MAX_KEPT_ASIDE = 1 << 26;
    /** How far apart the file system may date two changes that come one after the other. */
    private static final Duration TICK = Duration.ofMillis(20);

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
            // The folder was deleted: others would use a new guard, and so must this process.
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
            Folders.make(folder, disk);
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
        if (commit == null || (known == null && !isTrusted(commit))) {
            rebuild(commit == null ? Commit.NONE : commit);
            return;
        }
        if (known == null || known.generation() != commit.generation() || !readOn(known, commit)) {
            load(commit);
        }
        if (known != null && journal != null && journal.length() > known.length()) {
            settle(journal, known);
        }
    }

    /** Returns false if a power failure may have left the guard with a commit of an earlier journal. */
    private boolean isTrusted(Commit commit) throws IOException {
        return !guard().isDamaged()
                && Files.exists(Journal.path(folder, commit.generation()), LinkOption.NOFOLLOW_LINKS);
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

    /** Returns how long it was at its beginning. Events do not count, since they go elsewhere when it is rewritten. */
    private static long startLength(Journal.Head head, Line.Found found) {
        long start = head.length();
        int lines = Math.min(head.lines(), found.lines().size());
        for (int i = 0; i < lines && found.lines().get(i).events().isEmpty(); i++) {
            start = found.ends().get(i);
        }
        return start;
    }

    /**
     * Takes the finished journal with the newest change for the one that counts.
     *
     * @param stale the commit that is in the guard, not to be relied on
     */
    private void rebuild(Commit stale) throws IOException {
        closeJournal();
        Rebuilt rebuilt = Rebuilt.from(folder, disk);
        replace(new Records());
        for (Line line : rebuilt.start()) {
            applied(line);
        }
        Commit last = decided(null, rebuilt.changes(), rebuilt.commit());
        if (rebuilt.isFirst()) {
            Folders.flush(folder, disk);
        }
        begin(last.after(stale, rebuilt.lastGeneration()));
    }

    /** Starts the next generation with what is known now. */
    private void begin(Commit last) throws IOException {
        past.add(records.telling());
        Path old = Journal.path(folder, last.generation());
        Journal fresh = Journal.create(disk, Journal.path(folder, last.generation() + 1), records.lines());
        Commit commit = new Commit(last.seq() + 1, last.generation() + 1, fresh.length(), last.version());
        try {
            // A power failure must never leave a guard that names a journal which is not there.
            disk.flushDirectory(folder);
            guard().write(commit);
            guard().force();
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
            disk.prepare(folder.resolve(path.getFileName() + ".corrupt"), Disk.read(path, MAX_KEPT_ASIDE), true);
        }
    }

    /** Decides about what lies beyond the committed length. */
    private void settle(Journal tail, Commit from) throws IOException {
        Commit commit = decided(tail, tail.lines(from.length(), tail.length()), from);
        if (!commit.equals(from)) {
            if (view.durable()) {
                // Its writer may have ended before it flushed them.
                view.flush();
                tail.force();
            }
            guard().write(commit);
            known = commit;
        }
        tail.truncate(commit.length());
    }

    /**
     * Applies the lines that count: each one that another line follows, since a change begins only after the one before it was
     * committed, and the last one if it can be seen that it was made. Returns the commit that says so. The versions of the other
     * lines are not given again.
     *
     * @param tail the journal they are in; null if which one counts had to be found out, and then nothing is finished
     */
    private Commit decided(@Nullable Journal tail, Line.Found found, Commit from) throws IOException {
        Commit commit = from;
        long version = from.version();
        boolean counts = true;
        for (int i = 0; i < found.lines().size(); i++) {
            Line line = found.lines().get(i);
            version = Math.max(version, line.version());
            boolean followed =
                    i + 1 < found.lines().size() && found.lines().get(i + 1).seq() > line.seq();
            counts = counts && line.seq() > commit.seq() && (followed || isMade(line, tail));
            if (counts) {
                applied(line);
                commit = new Commit(line.seq(), from.generation(), found.ends().get(i), version);
            }
        }
        return version == commit.version() ? commit : commit.next(commit.length(), version);
    }

    /**
     * Returns whether a change was made. A change that shows nothing new is made by being written; any other by the first of
     * its steps. A step that stopped halfway is finished: no process could take what it left.
     */
    private boolean isMade(Line line, @Nullable Journal tail) throws IOException {
        List<Shift> shifts = Shift.of(line, records);
        boolean made = shifts.isEmpty();
        for (Shift shift : shifts) {
            String now = view.look(shift.resource());
            made |= shift.isDone(now)
                    || (shift.from() == null && now != null && finished(shift, line, tail))
                    || (shift.from() != null
                            && shift.to() == null
                            && view.finishRemoval(shift.resource(), shift.from()));
        }
        return made;
    }

    private boolean finished(Shift shift, Line line, @Nullable Journal tail) throws IOException {
        Hold hold = line.shown(shift.resource());
        return hold != null
                && tail != null
                && shift.to() != null
                && view.finish(
                        shift.resource(), hold, shift.to(), tail.written().minus(TICK));
    }

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
            if (view.durable() && !done.isEmpty()) {
                view.flush();
            }
        } catch (IOException e) {
            takeBack(done, e);
            abandon(to, from, steps.isEmpty(), e);
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
        if (view.durable() && !done.isEmpty()) {
            try {
                view.flush();
            } catch (IOException e) {
                cause.addSuppressed(e);
                throw unknown(cause);
            }
        }
    }

    /** @param unseen whether the line shows nothing, so that its presence alone would make it count after a power failure */
    private void abandon(Journal to, Commit from, boolean unseen, IOException cause) {
        try {
            to.truncate(from.length());
            if (view.durable() && unseen) {
                to.force();
            }
        } catch (IOException e) {
            cause.addSuppressed(e);
            try {
                // Other commits than the one it waits for make the rest of the journal void.
                known = from.next(from.length(), from.version());
                guard().write(known);
                if (view.durable()) {
                    guard().force();
                }
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
