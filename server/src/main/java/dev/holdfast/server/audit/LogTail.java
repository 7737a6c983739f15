package dev.holdfast.server.audit;

import dev.holdfast.internal.auditlog.AuditFiles;
import dev.holdfast.internal.auditlog.AuditHash;
import dev.holdfast.internal.auditlog.AuditLine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The end of a file of an audit log, where its chain continues.
 *
 * @param first the first line of the file, which has its number
 * @param last the last line that is complete
 * @param length of the file up to the end of that line
 * @param torn the beginning of an incomplete line behind it; empty if there is none
 * @param tornBytes the length of that incomplete line
 */
record LogTail(AuditLine first, AuditLine last, long length, String torn, long tornBytes) {
    private static final int SHOWN = 500;

    /** Reads the end of an older file. */
    static LogTail of(Path file, AuditHash hash) throws IOException {
        AuditFiles.requireFile(file);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            return of(file, channel, hash);
        }
    }

    /** Reads the end of a file. Its last two lines must match, since continuing would hide a manipulation. */
    static LogTail of(Path file, FileChannel channel, AuditHash hash) throws IOException {
        long size = channel.size();
        long end = lastBreak(channel, size) + 1;
        AuditLine first = line(channel, 0, end);
        long begin = lastBreak(channel, end - 1) + 1;
        AuditLine last = line(channel, begin, end);
        long before = lastBreak(channel, begin - 1) + 1;
        AuditLine previous = begin == 0 ? null : line(channel, before, begin);
        if (first == null || last == null || !first.text("what").equals("file") || first.number("file") < 1) {
            throw damaged(file);
        }
        String chained = begin == 0 ? last.text("previous") : previous == null ? "" : previous.hash();
        if (!last.computed(hash, chained).equals(last.hash())) {
            throw damaged(file);
        }
        return new LogTail(first, last, end, text(channel, end, size), size - end);
    }

    private static IOException damaged(Path file) {
        return new IOException("its end is damaged, or it was written with another key. See: holdfast audit-log verify "
                + file + ". Move the file away to begin a new one");
    }

    /** Returns the position of the last line break before a position; -1 if there is none. */
    private static long lastBreak(FileChannel channel, long before) throws IOException {
        byte[] part = new byte[1 << 13];
        for (long end = before; end > 0; ) {
            int length = (int) Math.min(part.length, end);
            end -= length;
            read(channel, end, part, length);
            for (int i = length - 1; i >= 0; i--) {
                if (part[i] == '\n') {
                    return end + i;
                }
            }
        }
        return -1;
    }

    /** Reads the line at a position; null if it is not a line, or does not end before the limit. */
    private static @Nullable AuditLine line(FileChannel channel, long begin, long max) throws IOException {
        byte[] part = new byte[(int) Math.max(0, Math.min(AuditLine.MAX_BYTES, max - begin))];
        read(channel, begin, part, part.length);
        for (int i = 0; i < part.length; i++) {
            if (part[i] == '\n') {
                return AuditLine.read(java.util.Arrays.copyOf(part, i));
            }
        }
        return null;
    }

    private static String text(FileChannel channel, long from, long to) throws IOException {
        byte[] part = new byte[(int) Math.min(SHOWN, to - from)];
        read(channel, from, part, part.length);
        return new String(part, StandardCharsets.UTF_8);
    }

    private static void read(FileChannel channel, long from, byte[] to, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(to, 0, length);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, from + buffer.position()) < 0) {
                throw new IOException("it became shorter while it was read");
            }
        }
    }
}
