package dev.holdfast.internal.auditlog;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Checks the chain of an audit log over all its files. It finds every line that was changed, inserted, moved or deleted, with
 * these exceptions: lines cut off at the end, and a log that was written again as a whole. Both need a hash that was noted
 * elsewhere. Not thread-safe; for one check.
 */
public final class AuditCheck {
    private static final int MAX_REMARKS = 100;

    private final AuditFiles files;
    private final AuditHash hash;
    private final @Nullable String expected;
    private final List<Path> read = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();
    private boolean found;
    private long lines;
    private long firstFile;
    private long oldest = 1;
    private String previous = AuditHash.NONE;
    private @Nullable AuditLine last;

    /** A place where the chain is broken. */
    private static final class Broken extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient AuditReport.Break at;

        Broken(Path file, long line, String why) {
            super(why);
            this.at = new AuditReport.Break(file, line, why);
        }
    }

    /**
     * @param key that the server had; null for none
     * @param expected a hash that some line must have; null for none
     */
    public AuditCheck(AuditFiles files, @Nullable String key, @Nullable String expected) {
        this.files = files;
        this.hash = new AuditHash(key);
        this.expected = expected;
    }

    /**
     * Reads all files and reports.
     *
     * @throws NoSuchFileException if there is none
     */
    public AuditReport run() throws IOException {
        AuditReport.Break broken = null;
        try {
            check();
        } catch (Broken e) {
            broken = e.at;
        }
        return new AuditReport(broken, read, lines, firstFile, last(), remarks);
    }

    private AuditReport.@Nullable Last last() {
        AuditLine line = last;
        return line == null
                ? null
                : new AuditReport.Last(
                        line.number(),
                        line.hash(),
                        line.text("time"),
                        line.text("what").equals("stop"));
    }

    private void check() throws IOException, Broken {
        TreeSet<Long> numbers = files.numbers();
        boolean current = files.hasCurrent();
        if (numbers.isEmpty() && !current) {
            throw new NoSuchFileException(files.current().toString());
        }
        long next = 0;
        for (long number : numbers) {
            if (next > 0 && number != next) {
                throw missing(next);
            }
            check(files.numbered(number), number);
            next = number + 1;
        }
        if (!current) {
            throw new Broken(
                    files.current(),
                    0,
                    "The file that is written is missing: it was deleted or moved, or the server was killed while it"
                            + " began a new one.");
        }
        check(files.current(), next);
        if (firstFile > oldest) {
            throw missing(firstFile - 1);
        }
        if (expected != null && !found) {
            throw new Broken(
                    files.current(),
                    lines,
                    "No line has the hash " + expected
                            + ": lines were cut off at the end, the log was replaced, or the line was so old that"
                            + " its file was deleted.");
        }
    }

    private Broken missing(long number) {
        return new Broken(
                files.numbered(number),
                0,
                "The file is missing, and no later line says that the server deleted it because it was old.");
    }

    /** @param number that the file must have; 0 for any */
    private void check(Path file, long number) throws IOException, Broken {
        read.add(file);
        try (LineReader reader = new LineReader(file)) {
            long at = 0;
            for (byte[] bytes = reader.next(); bytes != null; bytes = reader.next()) {
                at++;
                if (!reader.whole()) {
                    throw new Broken(
                            file,
                            at,
                            "The last line is incomplete: the server was stopped while it wrote, or the file was cut"
                                    + " off. The server records this when it starts again.");
                }
                check(file, at, number, bytes);
            }
            if (at == 0) {
                throw new Broken(file, 0, "The file is empty: its lines were deleted.");
            }
        }
    }

    private void check(Path file, long at, long number, byte[] bytes) throws Broken {
        AuditLine line = AuditLine.read(bytes);
        if (line == null) {
            throw new Broken(file, at, "This is not a line of an audit log: the line was changed or inserted.");
        }
        if (at == 1) {
            begin(file, number, line);
        }
        long wanted = last == null ? line.number() : last.number() + 1;
        if (line.number() != wanted) {
            throw new Broken(
                    file,
                    at,
                    "The line has the number " + line.number() + " instead of " + wanted + ": "
                            + (line.number() > wanted
                                    ? "lines before it were deleted."
                                    : "lines were inserted, repeated or moved."));
        }
        if (!line.hash().equals(line.computed(hash, previous))) {
            throw new Broken(file, at, mismatch(line));
        }
        previous = line.hash();
        found |= line.hash().equals(expected);
        last = line;
        lines++;
        remark(file, at, line);
    }

    private String mismatch(AuditLine line) {
        boolean keyed = line.flag("keyed");
        if (last == null && keyed != hash.keyed()) {
            return keyed
                    ? "The log was written with a key: set HOLDFAST_AUDIT_KEY to the key of the server."
                    : "The log was written without a key: check it without HOLDFAST_AUDIT_KEY.";
        }
        return "The hash does not fit: the line was changed, or the line before it was exchanged."
                + (last == null && keyed ? " Or HOLDFAST_AUDIT_KEY is not the key of the server." : "");
    }

    /** Checks the first line of a file, which says how it follows the file before. */
    private void begin(Path file, long number, AuditLine line) throws Broken {
        if (!line.text("what").equals("file") || line.number("file") < 1) {
            throw new Broken(
                    file, 1, "The first line of the file was deleted or changed: it must say which file it is.");
        }
        if (number > 0 && line.number("file") > number) {
            throw missing(number);
        }
        if (number > 0 && line.number("file") != number) {
            throw new Broken(
                    file, 1, "This is file " + line.number("file") + ", and file " + number + " is expected here.");
        }
        String before = line.text("previous");
        if (last == null) {
            firstFile = line.number("file");
            previous = before;
            found = before.equals(expected);
            if (firstFile == 1 && !(line.number() == 1 && before.equals(AuditHash.NONE))) {
                throw new Broken(file, 1, "The log does not begin with its first line: lines before it were deleted.");
            }
        } else if (!before.equals(previous)) {
            throw new Broken(
                    file,
                    1,
                    "The file does not follow the one before: lines at the end of that one were changed or cut off.");
        }
        oldest = Math.max(1, line.number("oldest"));
    }

    private void remark(Path file, long at, AuditLine line) {
        String sentence = sentence(line);
        if (sentence != null && remarks.size() < MAX_REMARKS) {
            remarks.add(file.getFileName() + " line " + at + ": " + sentence);
        }
    }

    private static @Nullable String sentence(AuditLine line) {
        return switch (line.text("what")) {
            case "torn" -> "the server was stopped while it wrote the line before, which is lost.";
            case "gap" ->
                "the log could not be written from " + line.text("since") + " until " + line.text("time") + "; "
                        + line.number("missed") + " lines are missing.";
            case "altered" -> "another program changed the size of the file while the server wrote it.";
            case "file" ->
                line.text("why").isEmpty()
                        ? null
                        : "the server found the file before this one deleted or moved; its lines may be missing.";
            default -> null;
        };
    }
}
