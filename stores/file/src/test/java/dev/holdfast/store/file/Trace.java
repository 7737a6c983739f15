package dev.holdfast.store.file;

import dev.holdfast.store.file.sidecar.Disk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A recording of the steps on the disk below one folder, and of what was promised between them. */
final class Trace implements Disk.Probe {
    /** The name of the entries that only say what is promised. */
    static final String PROMISE = "promise";

    private final Path root;
    private final Path originals;
    private final List<Operation> operations = new ArrayList<>();
    private Promise promise = Promise.NONE;
    private int left = Integer.MAX_VALUE;

    /**
     * One step.
     *
     * @param flush whether it flushes
     * @param promise what is promised as soon as it is done
     */
    record Operation(String name, boolean flush, Consumer<LossyDisk> effect, Promise promise) {}

    /** The end of the recorded process. */
    static final class Killed extends Error {
        private static final long serialVersionUID = 1;
    }

    /**
     * Records from now on.
     *
     * @param originals an empty folder beside it, for hard links that keep the identity of files
     */
    Trace(Path root, Path originals) {
        this.root = root;
        this.originals = originals;
    }

    List<Operation> operations() {
        return operations;
    }

    Promise promise() {
        return promise;
    }

    /** Ends the process before the step that comes after so many others. */
    void killAfter(int steps) {
        left = steps;
    }

    /** Says what has been promised by now. */
    void promise(Promise now) {
        promise = now;
        operations.add(new Operation(PROMISE, false, disk -> {}, now));
    }

    private void add(String name, boolean flush, Consumer<LossyDisk> effect) {
        operations.add(new Operation(name, flush, effect, promise));
    }

    private Path inside(Path path) {
        return root.relativize(path);
    }

    private Path kept(Path file) {
        try {
            return Files.createLink(originals.resolve(Integer.toString(operations.size())), file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void before(String step) {
        if (left == 0 || left-- == 0) {
            left = 0;
            throw new Killed();
        }
    }

    @Override
    public boolean flushes() {
        return false;
    }

    @Override
    public void madeDirectory(Path directory) {
        add("mkdir " + inside(directory), false, disk -> disk.madeDirectory(inside(directory)));
    }

    @Override
    public void created(Path file) {
        add("create " + inside(file), false, disk -> disk.created(inside(file)));
    }

    @Override
    public void wrote(Path file, long position, byte[] content) {
        add("write " + inside(file), false, disk -> disk.wrote(inside(file), position, content));
    }

    @Override
    public void truncated(Path file, long length) {
        add("truncate " + inside(file), false, disk -> disk.truncated(inside(file), length));
    }

    @Override
    public void linked(Path name, Path existing) {
        Path original = kept(existing);
        add("link " + inside(name), false, disk -> disk.linked(inside(name), inside(existing), original));
    }

    @Override
    public void moved(Path from, Path to) {
        Path original = Files.isDirectory(to) ? null : kept(to);
        add(
                "move " + inside(from) + " to " + inside(to),
                false,
                disk -> disk.moved(inside(from), inside(to), original));
    }

    @Override
    public void deleted(Path path) {
        add("delete " + inside(path), false, disk -> disk.deleted(inside(path)));
    }

    @Override
    public void flushed(Path file) {
        add("flush " + inside(file), true, disk -> disk.flushed(inside(file)));
    }

    @Override
    public void flushedDirectory(Path directory) {
        add("flush directory " + inside(directory), true, disk -> disk.flushedDirectory(inside(directory)));
    }
}
