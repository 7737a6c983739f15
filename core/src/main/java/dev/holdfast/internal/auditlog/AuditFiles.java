package dev.holdfast.internal.auditlog;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The files of one audit log: the one that is written, and those before it, which have its name with a number behind it.
 *
 * @param current the one that is written
 */
public record AuditFiles(Path current) {
    /** The ending of the names of logs that are looked for in a folder. */
    public static final String SUFFIX = ".jsonl";

    private static final Pattern NUMBER = Pattern.compile("\\.([0-9]{6,9})");

    public AuditFiles {
        current = current.toAbsolutePath().normalize();
    }

    public Path folder() {
        return Objects.requireNonNull(current.getParent(), "A file is in a folder.");
    }

    /** Returns the name of the file of that number when it is not written any more. */
    public Path numbered(long number) {
        return current.resolveSibling(current.getFileName() + String.format(".%06d", number));
    }

    /** Returns the file whose rights to write one program has at a time. */
    public Path lock() {
        return current.resolveSibling(current.getFileName() + ".lock");
    }

    /** Returns the numbers of the files that are not written any more. */
    public TreeSet<Long> numbers() throws IOException {
        String name = String.valueOf(current.getFileName());
        TreeSet<Long> numbers = new TreeSet<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder())) {
            for (Path path : all) {
                String other = String.valueOf(path.getFileName());
                if (other.startsWith(name)) {
                    var number = NUMBER.matcher(other.substring(name.length()));
                    if (number.matches()) {
                        numbers.add(Long.parseLong(number.group(1)));
                    }
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return numbers;
    }

    /** Returns whether the file that is being written is there, in any form. */
    public boolean hasCurrent() {
        return Files.exists(current, LinkOption.NOFOLLOW_LINKS);
    }

    /** Opens a file for reading, which is neither a link nor a device. */
    static InputStream read(Path file) throws IOException {
        requireFile(file);
        return Channels.newInputStream(FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
    }

    /** Throws unless it is a file. */
    public static void requireFile(Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(file + " is a link, a folder or a device, not a file");
        }
    }
}
