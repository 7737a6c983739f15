package dev.holdfast.it.processes;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The counter that nothing but the lock protects: a file of numbered lines. Whoever is inside reads the last number, takes its
 * time, and appends the next. Two at once would append the same number twice; a lost update would leave a gap or a repeat.
 *
 * <p>A line is appended by one write and never crosses a page, so that a killed process has written it whole or not at all.
 */
final class CountedLog implements AutoCloseable {
    /** Divides the size of a page. */
    private static final int BYTES = 64;

    private static final HexFormat HEX = HexFormat.of();

    private final FileChannel file;

    /**
     * One time inside.
     *
     * @param entered by {@link System#nanoTime}, which all processes of a Linux machine share
     * @param after the process that was found dead inside, or 0
     */
    record Line(long number, long fence, long pid, long entered, long after) {}

    CountedLog(Path path) throws IOException {
        file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.READ);
    }

    long lastNumber() throws IOException {
        long size = file.size();
        if (size == 0) {
            return 0;
        }
        ByteBuffer bytes = ByteBuffer.allocate(BYTES);
        file.read(bytes, size - BYTES);
        return parse(new String(bytes.array(), StandardCharsets.US_ASCII)).number();
    }

    /** At the end as it is now, not where it was when the number was read: what is overwritten could not be seen. */
    void append(Line line) throws IOException {
        file.write(ByteBuffer.wrap(text(line).getBytes(StandardCharsets.US_ASCII)), file.size());
    }

    private static String text(Line line) {
        return HEX.toHexDigits(line.number(), 11)
                + ' '
                + HEX.toHexDigits(line.fence())
                + ' '
                + HEX.toHexDigits(line.pid(), 8)
                + ' '
                + HEX.toHexDigits(line.entered())
                + ' '
                + HEX.toHexDigits(line.after(), 8)
                + '\n';
    }

    private static Line parse(String text) {
        String[] parts = text.strip().split(" ", -1);
        return new Line(number(parts[0]), number(parts[1]), number(parts[2]), number(parts[3]), number(parts[4]));
    }

    private static long number(String digits) {
        return HexFormat.fromHexDigitsToLong(digits);
    }

    static long lines(Path path) throws IOException {
        return Files.exists(path) ? Files.size(path) / BYTES : 0;
    }

    static List<Line> read(Path path) throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        if (bytes.length % BYTES != 0) {
            throw new AssertionError("Half a line in " + path + ".");
        }
        List<Line> lines = new ArrayList<>();
        for (int at = 0; at < bytes.length; at += BYTES) {
            lines.add(parse(new String(bytes, at, BYTES, StandardCharsets.US_ASCII)));
        }
        return lines;
    }

    /** One sentence for each line that only two at once, or a lost update, or a fence out of order can explain. */
    static List<String> violations(List<Line> lines) {
        List<String> violations = new ArrayList<>();
        Line before = new Line(0, 0, 0, 0, 0);
        for (Line line : lines) {
            if (line.number() != before.number() + 1) {
                violations.add("An update was lost: " + before + " and " + line + ".");
            }
            if (line.fence() <= before.fence()) {
                violations.add("The fence did not grow: " + before + " and " + line + ".");
            }
            before = line;
        }
        return violations;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
