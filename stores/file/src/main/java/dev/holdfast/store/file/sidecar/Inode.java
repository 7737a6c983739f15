package dev.holdfast.store.file.sidecar;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The kind, the owner and the rights of a file itself, never of a file that a link leads to.
 *
 * @param number of the file in its file system, the same on all machines that share it; 0 if the platform does not tell
 * @param names the number of its names; 1 if the platform does not tell
 * @param owner the number of its user; -1 if the platform does not tell
 * @param group the number of its group; -1 if the platform does not tell
 */
record Inode(Kind kind, @Nullable Object key, long number, int names, int owner, int group, int mode) {
    static final int UNKNOWN = -1;

    private static final boolean UNIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("unix");
    private static final int OTHERS_WRITE = 0022;
    private static final int TYPE = 0170000;
    private static final int REGULAR = 0100000;
    private static final int DIRECTORY = 0040000;
    private static final int SYMBOLIC_LINK = 0120000;

    enum Kind {
        FILE("a file"),
        FOLDER("a folder"),
        LINK("a symbolic link"),
        DEVICE("a device or a pipe");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** Returns the facts about that path, or null if there is nothing. */
    static @Nullable Inode of(Path path) throws IOException {
        try {
            return UNIX && path.getFileSystem() == FileSystems.getDefault() ? unix(path) : basic(path);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private static Inode unix(Path path) throws IOException {
        Map<String, Object> all =
                Files.readAttributes(path, "unix:fileKey,ino,nlink,uid,gid,mode", LinkOption.NOFOLLOW_LINKS);
        int mode = (int) number(all, "mode");
        int type = mode & TYPE;
        return new Inode(
                kind(type == REGULAR, type == DIRECTORY, type == SYMBOLIC_LINK),
                all.get("fileKey"),
                number(all, "ino"),
                (int) number(all, "nlink"),
                (int) number(all, "uid"),
                (int) number(all, "gid"),
                mode);
    }

    private static long number(Map<String, Object> all, String name) {
        return ((Number) Objects.requireNonNull(all.get(name))).longValue();
    }

    private static Inode basic(Path path) throws IOException {
        BasicFileAttributes all = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        Kind kind = kind(all.isRegularFile(), all.isDirectory(), all.isSymbolicLink());
        return new Inode(kind, all.fileKey(), 0, 1, UNKNOWN, UNKNOWN, 0);
    }

    private static Kind kind(boolean file, boolean folder, boolean link) {
        return file ? Kind.FILE : folder ? Kind.FOLDER : link ? Kind.LINK : Kind.DEVICE;
    }

    boolean isFile() {
        return kind == Kind.FILE;
    }

    boolean isFolder() {
        return kind == Kind.FOLDER;
    }

    /** Returns whether other users than the owner may write to it. */
    boolean isOpenToOthers() {
        return (mode & OTHERS_WRITE) != 0;
    }
}
