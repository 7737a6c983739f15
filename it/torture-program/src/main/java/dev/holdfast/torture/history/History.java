package dev.holdfast.torture.history;

import dev.holdfast.Mode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The history of one process, in a file of its own. Each line reaches the system whole, so that a process may be killed at any
 * moment. Safe for use by many threads.
 */
public final class History implements AutoCloseable {
    /** The ending of the names of histories. */
    static final String SUFFIX = ".jsonl";

    private final String process;
    private final FileChannel file;
    private final AtomicLong last = new AtomicLong();

    private History(String process, FileChannel file) {
        this.process = process;
        this.file = file;
    }

    /** Begins the history of a process. The file must not be there yet. */
    public static History create(Path folder, String process) {
        try {
            return new History(
                    process,
                    FileChannel.open(
                            folder.resolve(process + SUFFIX), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write a history in " + folder + ".", e);
        }
    }

    /** Starts to describe an operation. */
    public Pending operation(Kind kind) {
        return new Pending(this, last.incrementAndGet(), kind);
    }

    String process() {
        return process;
    }

    void write(String line) {
        synchronized (file) {
            try {
                file.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot write the history.", e);
            }
        }
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot close the history.", e);
        }
    }

    /** An operation that is described, begun and ended, in this order, by one thread. */
    public static final class Pending {
        private final History history;
        private final long id;
        private final Kind kind;
        private long of;
        private String owner = "";
        private String user = "";
        private Mode mode = Mode.EXCLUSIVE;
        private List<String> resources = List.of();
        private String hold = "";
        private List<Long> fences = List.of();
        private long checked;
        private long count;
        private String note = "";
        private long begin;

        private Pending(History history, long id, Kind kind) {
            this.history = history;
            this.id = id;
            this.kind = kind;
        }

        public long id() {
            return id;
        }

        /** Names the operation whose handle it uses. */
        public Pending of(long grant) {
            of = grant;
            return this;
        }

        public Pending owner(String newOwner) {
            owner = newOwner;
            return this;
        }

        public Pending user(String newUser) {
            user = newUser;
            return this;
        }

        public Pending mode(Mode newMode) {
            mode = newMode;
            return this;
        }

        public Pending resources(List<String> newResources) {
            resources = newResources;
            return this;
        }

        public Pending granted(String newHold, List<Long> newFences) {
            hold = newHold;
            fences = newFences;
            return this;
        }

        /** Sets the moment before the worker found that it holds. */
        public Pending checked(long moment) {
            checked = moment;
            return this;
        }

        public Pending count(long number) {
            count = number;
            return this;
        }

        public Pending note(String text) {
            note = text;
            return this;
        }

        /** Writes that it begins now. */
        public Pending begin() {
            begin = System.nanoTime();
            history.write(OperationLines.begin(operation(Outcome.OPEN, Long.MAX_VALUE)));
            return this;
        }

        /** Writes that it has ended. */
        public void end(Outcome outcome) {
            history.write(OperationLines.end(operation(outcome, System.nanoTime())));
        }

        /** Writes that it happens now, in no time. */
        public void happened(Outcome outcome) {
            begin = System.nanoTime();
            history.write(OperationLines.begin(operation(Outcome.OPEN, Long.MAX_VALUE))
                    + OperationLines.end(operation(outcome, begin)));
        }

        private Operation operation(Outcome outcome, long end) {
            return new Operation(
                    history.process(),
                    id,
                    kind,
                    outcome,
                    of,
                    owner,
                    user,
                    mode,
                    resources,
                    begin,
                    end,
                    hold,
                    fences,
                    checked,
                    count,
                    note);
        }
    }
}
