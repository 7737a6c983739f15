package dev.holdfast.store.file.sidecar;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One generation of the journal: a head line that says how many lines the state at its beginning has, those lines, then one
 * line for each change. Only as many bytes count as the guard says.
 */
final class Journal implements Closeable {
    private static final Pattern HEAD = Pattern.compile("holdfast-journal (\\d+) lines=(\\d+)");
    private static final int LONGEST_HEAD = 80;

    private final Disk disk;
    private final Path path;
    private final RandomAccessFile file;

    private Journal(Disk disk, Path path) throws IOException {
        if (Files.isSymbolicLink(path)) {
            throw new IOException(path + " is a symbolic link");
        }
        this.disk = disk;
        this.path = path;
        this.file = new RandomAccessFile(path.toFile(), "rw");
    }

    static Path path(Path folder, long generation) {
        return folder.resolve("journal-" + generation);
    }

    static @Nullable Journal open(Disk disk, Path path) throws IOException {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS) ? new Journal(disk, path) : null;
    }

    /** A new journal that begins with those lines, on the disk before this returns. */
    static Journal create(Disk disk, Path path, List<Line> lines) throws IOException {
        disk.delete(path);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(("holdfast-journal 1 lines=" + lines.size() + "\n").getBytes(US_ASCII));
        for (Line line : lines) {
            bytes.writeBytes(line.encoded());
        }
        disk.create(path, bytes.toByteArray(), true);
        return new Journal(disk, path);
    }

    Path path() {
        return path;
    }

    long length() throws IOException {
        return file.length();
    }

    void write(long position, byte[] line) throws IOException {
        disk.write(file, position, line);
    }

    void force() throws IOException {
        disk.force(file);
    }

    void truncate(long length) throws IOException {
        disk.truncate(file, length);
    }

    /** How long the head line is; -1 if it is damaged. */
    int headLength() throws IOException {
        byte[] bytes = bytes(0, Math.min(LONGEST_HEAD, file.length()));
        Matcher head = HEAD.matcher(new String(bytes, US_ASCII));
        if (!head.lookingAt() || head.end() == bytes.length) {
            return -1;
        }
        if (!head.group(1).equals("1")) {
            throw Damage.newerFormat("The journal");
        }
        return head.end() + 1;
    }

    /** Whether all the lines are there that its beginning promises: if not, it was never finished and never counted. */
    boolean isFinished() throws IOException {
        int head = headLength();
        if (head < 0) {
            return false;
        }
        Matcher matcher = HEAD.matcher(new String(bytes(0, head), US_ASCII));
        return matcher.lookingAt() && lines(head, file.length()).lines().size() >= Integer.parseInt(matcher.group(2));
    }

    /** The lines between two positions. */
    Found lines(long from, long to) throws IOException {
        byte[] bytes = bytes(from, Math.min(to, file.length()));
        List<Line> lines = new ArrayList<>();
        List<Long> ends = new ArrayList<>();
        boolean whole = bytes.length == to - from;
        int start = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                Line line = Line.decoded(bytes, start, i);
                whole &= line != null;
                if (line != null) {
                    lines.add(line);
                    ends.add(from + i + 1);
                }
                start = i + 1;
            }
        }
        return new Found(lines, ends, whole && start == bytes.length);
    }

    /**
     * What was found.
     *
     * @param ends the position after each line
     * @param whole whether nothing in between was unreadable or missing
     */
    record Found(List<Line> lines, List<Long> ends, boolean whole) {}

    private byte[] bytes(long from, long to) throws IOException {
        byte[] bytes = new byte[Math.toIntExact(Math.max(0, to - from))];
        file.seek(from);
        file.readFully(bytes);
        return bytes;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
