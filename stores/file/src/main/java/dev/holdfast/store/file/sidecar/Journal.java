package dev.holdfast.store.file.sidecar;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One generation of the journal: a head line that says how many lines the state at its beginning has, those lines, then one
 * line for each change. Only as many bytes count as the guard says.
 */
final class Journal implements Closeable {
    private static final String MAGIC = "holdfast-journal ";
    private static final String LINES = " lines=";
    private static final int MAX_HEAD = 80;
    private static final int MAX_DIGITS = 9;

    private final Path path;
    private final DiskFile file;

    private Journal(Disk disk, Path path) throws IOException {
        this.path = path;
        this.file = disk.openExisting(path);
    }

    static Path path(Path folder, long generation) {
        return folder.resolve("journal-" + generation);
    }

    static @Nullable Journal open(Disk disk, Path path) throws IOException {
        try {
            return new Journal(disk, path);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** Creates a new journal that begins with those lines, on the disk before this returns. */
    static Journal create(Disk disk, Path path, List<Line> lines) throws IOException {
        disk.delete(path);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes((MAGIC + 1 + LINES + lines.size() + "\n").getBytes(US_ASCII));
        for (Line line : lines) {
            bytes.writeBytes(line.encoded());
        }
        disk.create(path, bytes.toByteArray(), true);
        return new Journal(disk, path);
    }

    long length() throws IOException {
        return file.length();
    }

    /** Returns when a line was last written to it, by the file system's clock. */
    Instant written() throws IOException {
        return Files.getLastModifiedTime(path).toInstant();
    }

    void write(long position, byte[] line) throws IOException {
        file.write(position, line);
    }

    void force() throws IOException {
        file.force();
    }

    void truncate(long length) throws IOException {
        file.truncate(length);
    }

    /** Returns the head line, or null if it is damaged. */
    @Nullable
    Head head() throws IOException {
        byte[] bytes = file.bytes(0, Math.min(MAX_HEAD, file.length()));
        String text = new String(bytes, US_ASCII);
        int format = text.startsWith(MAGIC) ? digits(text, MAGIC.length()) : 0;
        int lines =
                format > MAGIC.length() && text.startsWith(LINES, format) ? digits(text, format + LINES.length()) : 0;
        int count = lines - format - LINES.length();
        if (count <= 0 || count > MAX_DIGITS || lines == text.length()) {
            return null;
        }
        if (!text.substring(MAGIC.length(), format).equals("1")) {
            throw Damage.newerFormat("The journal");
        }
        return new Head(lines + 1, Integer.parseInt(text.substring(format + LINES.length(), lines)));
    }

    /** Returns where the digits end that begin there. */
    private static int digits(String text, int from) {
        int end = from;
        while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        return end;
    }

    /**
     * The head line.
     *
     * @param length of it
     * @param lines how many belong to the state at the journal's beginning
     */
    record Head(int length, int lines) {}

    /** Returns whether all the lines are there that its beginning promises: if not, it was never finished and never counted. */
    boolean isFinished() throws IOException {
        Head head = head();
        return head != null && lines(head.length(), file.length()).lines().size() >= head.lines();
    }

    /** Returns the lines between two positions. */
    Line.Found lines(long from, long to) throws IOException {
        byte[] bytes = file.bytes(from, Math.min(to, file.length()));
        Line.Found found = Line.all(bytes, from);
        return bytes.length == to - from ? found : new Line.Found(found.lines(), found.ends(), false);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
