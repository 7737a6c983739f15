package dev.holdfast.store.file.sidecar;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The content of a folder's journals without the guard.
 *
 * @param start the lines of the state at the beginning of the journal that counts
 * @param changes the lines after them, the last of which may not have been committed
 * @param commit the commit before those changes
 * @param lastGeneration the largest generation of any journal there, or 0 if there is none
 */
record Rebuilt(List<Line> start, Line.Found changes, Commit commit, long lastGeneration) {

    /**
     * Finds the finished journal with the newest change. Of several the earliest: the next one begins with the same state, but
     * without its events, which may not have reached the history.
     */
    static Rebuilt from(Path folder, Disk disk) throws IOException {
        Rebuilt best = new Rebuilt(List.of(), new Line.Found(List.of(), List.of(), true), Commit.NONE, 0);
        long newest = -1;
        long last = 0;
        for (long generation : Folders.generations(folder)) {
            last = generation;
            try (Journal candidate = Journal.open(disk, Journal.path(folder, generation))) {
                Journal.Head head = candidate == null ? null : candidate.head();
                if (candidate == null || head == null || !candidate.isFinished()) {
                    continue;
                }
                Line.Found found = candidate.lines(head.length(), candidate.length());
                long version = newest(found.lines());
                if (version > newest) {
                    newest = version;
                    best = of(found, head, generation);
                }
            }
        }
        return new Rebuilt(best.start, best.changes, best.commit, last);
    }

    private static Rebuilt of(Line.Found found, Journal.Head head, long generation) {
        int first = head.lines();
        List<Line> start = found.lines().subList(0, first);
        List<Line> changes = found.lines().subList(first, found.lines().size());
        long length = first == 0 ? head.length() : found.ends().get(first - 1);
        long seq = changes.isEmpty() ? 0 : changes.get(0).seq() - 1;
        Line.Found rest =
                new Line.Found(changes, found.ends().subList(first, found.ends().size()), found.whole());
        return new Rebuilt(start, rest, new Commit(seq, generation, length, newest(start)), generation);
    }

    private static long newest(List<Line> lines) {
        long newest = 0;
        for (Line line : lines) {
            newest = Math.max(newest, line.version());
        }
        return newest;
    }

    /** Returns whether the folder has never been used. */
    boolean isFirst() {
        return lastGeneration == 0;
    }
}
