package dev.holdfast.internal.base;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/**
 * The rights of files and folders that a store makes: for their user alone. In a folder that is shared with a group the group has
 * the rights of the user. Systems without such rights leave them to the folder.
 */
public final class FileRights {
    private static final boolean KNOWN =
            FileSystems.getDefault().supportedFileAttributeViews().contains("unix");
    private static final int SETGID = 02000;
    private static final int GROUP_WRITE = 0020;
    private static final int USER = 0700;
    private static final int ALL = 07777;
    private static final int TO_GROUP = 3;
    private static final int SHARED = 02770;

    private FileRights() {}

    /** Returns the rights to make a file with. */
    public static FileAttribute<?>[] ofFile() {
        return rights("rw-------");
    }

    /** Returns the rights to make a file with that is not written again. */
    public static FileAttribute<?>[] ofFinalFile() {
        return rights("r--------");
    }

    /** Returns the rights to make a folder with. */
    public static FileAttribute<?>[] ofFolder() {
        return rights("rwx------");
    }

    private static FileAttribute<?>[] rights(String text) {
        return KNOWN
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text))}
                : new FileAttribute<?>[0];
    }

    /**
     * Returns whether a folder is shared with its group: the group may write to it, and new files in it get its group. A person
     * says so with {@code chmod g+ws}.
     */
    public static boolean isShared(Path folder) {
        Integer mode = mode(folder);
        return mode != null && (mode & SETGID) != 0 && (mode & GROUP_WRITE) != 0;
    }

    /**
     * Shares a folder with a group, and so all that is made in it from then on. The folder is made if it is not there.
     *
     * @throws java.nio.file.attribute.UserPrincipalNotFoundException if there is no such group
     */
    public static void share(Path folder, String group) throws IOException {
        GroupPrincipal members =
                folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByGroupName(group);
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectories(folder, ofFolder());
        }
        Files.getFileAttributeView(folder, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .setGroup(members);
        Files.setAttribute(folder, "unix:mode", SHARED, LinkOption.NOFOLLOW_LINKS);
    }

    /** Gives the group the rights of the user if the file or folder was made in a shared folder. */
    public static void share(Path made) throws IOException {
        Path folder = made.toAbsolutePath().getParent();
        if (folder != null && isShared(folder)) {
            int mode = (Integer) Files.getAttribute(made, "unix:mode", LinkOption.NOFOLLOW_LINKS) & ALL;
            Files.setAttribute(made, "unix:mode", mode | (mode & USER) >> TO_GROUP, LinkOption.NOFOLLOW_LINKS);
        }
    }

    private static @Nullable Integer mode(Path path) {
        try {
            return KNOWN ? (Integer) Files.getAttribute(path, "unix:mode") : null;
        } catch (IOException e) {
            return null;
        }
    }
}
