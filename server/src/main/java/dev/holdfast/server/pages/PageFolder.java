package dev.holdfast.server.pages;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A folder with the operator's pages, read into memory. A request can only ask for what was found here, so no path leads out
 * of the folder. Links are not followed, and names that begin with a dot are left out.
 */
final class PageFolder {
    private static final int MOST_FILES = 2_000;
    private static final int DEEPEST = 16;
    private static final long MOST_BYTES = 64L << 20;

    private final Path root;
    private Map<String, StaticFile> known = Map.of();

    PageFolder(Path root) {
        this.root = root;
    }

    /**
     * A file in memory.
     *
     * @param policy its content policy
     */
    record StaticFile(String type, String policy, Buffer content, FileTime changed) {}

    /**
     * Returns the files by their paths below the folder, with slashes. Those that have not changed are not read again. Blocks.
     *
     * @throws IOException if the folder cannot be read, or has too much in it
     */
    synchronized Map<String, StaticFile> read() throws IOException {
        if (!Files.isDirectory(root)) {
            throw new IOException("There is no folder " + root);
        }
        Reading reading = new Reading(root.toRealPath(), known);
        Files.walkFileTree(reading.from, EnumSet.noneOf(FileVisitOption.class), DEEPEST, reading);
        known = Map.copyOf(reading.found);
        return known;
    }

    /** One pass through the folder. */
    private static final class Reading extends SimpleFileVisitor<Path> {
        private final Path from;
        private final Map<String, StaticFile> before;
        private final Map<String, StaticFile> found = new HashMap<>();
        private long bytes;

        Reading(Path from, Map<String, StaticFile> before) {
            this.from = from;
            this.before = before;
        }

        private boolean hidden(Path path) {
            return !path.equals(from) && path.getFileName().toString().startsWith(".");
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return hidden(folder) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            if (attributes.isDirectory()) {
                throw new IOException(from + " has folders deeper than " + DEEPEST);
            }
            // A link or a pipe is no regular file here.
            if (attributes.isRegularFile() && !hidden(file)) {
                String name = from.relativize(file).toString().replace('\\', '/');
                StaticFile page = page(file, attributes, before.get(name));
                if (page != null) {
                    bytes += page.content().length();
                    found.put(name, page);
                }
                if (found.size() > MOST_FILES || bytes > MOST_BYTES) {
                    throw tooMuch();
                }
            }
            return FileVisitResult.CONTINUE;
        }

        private IOException tooMuch() {
            return new IOException(from + " has more than " + MOST_FILES + " files or " + (MOST_BYTES >> 20)
                    + " MiB, and all of it is kept in memory");
        }

        /** Skips what is removed or may not be read while this goes on. */
        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) {
            return FileVisitResult.CONTINUE;
        }

        private @Nullable StaticFile page(Path file, BasicFileAttributes attributes, @Nullable StaticFile old)
                throws IOException {
            FileTime changed = attributes.lastModifiedTime();
            if (old != null && old.changed().equals(changed) && old.content().length() == attributes.size()) {
                return old;
            }
            if (attributes.size() > MOST_BYTES - bytes) {
                throw tooMuch();
            }
            String type = MediaTypes.of(file.getFileName().toString());
            try (InputStream in = Channels.newInputStream(
                    Files.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)))) {
                byte[] content = in.readNBytes((int) (MOST_BYTES - bytes) + 1);
                return new StaticFile(type, ContentPolicy.of(type, content), Buffer.buffer(content), changed);
            } catch (NoSuchFileException | AccessDeniedException e) {
                return null;
            }
        }
    }
}
