package dev.holdfast.store.file.sidecar;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.internal.storage.UntrustedSidecarException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;

/**
 * The check whether a sidecar may be read: it was made in its place for this user, or a person has accepted it.
 *
 * <p>A sidecar made in its place has an empty folder named {@code .git} in it. No clone has: git checks out nothing of that
 * name, and neither git nor Mercurial checks out an empty folder. The sidecar of another user has a file by which this user has
 * accepted it: only this user can make it, and it names the folder that it is about.
 */
final class Trust {
    private static final String MADE = ".git";
    private static final String ACCEPTED = "accepted-by-";
    private static final int MAX_LENGTH = 200;

    private Trust() {}

    /** Marks a sidecar that was just made, before anything else is in it. */
    static void mark(Path folder, Disk disk) throws IOException {
        try {
            disk.createDirectory(folder.resolve(MADE));
        } catch (FileAlreadyExistsException e) {
            require(folder, disk);
            return;
        }
        // A power failure must not leave a sidecar without its mark.
        disk.flushDirectory(folder);
    }

    /** Throws an {@link UntrustedSidecarException} if the sidecar may not be read. */
    static void require(Path folder, Disk disk) throws IOException {
        Inode inode = Inode.of(folder);
        if (inode == null || !inode.isFolder()) {
            throw new IOException(folder + " is not a folder");
        }
        boolean own = User.isTrusted(inode.owner());
        if ((own && isMarked(folder)) || isAccepted(folder, inode)) {
            return;
        }
        if (!own) {
            throw new UntrustedSidecarException(
                    folder.toString(), "they belong to another user (number " + inode.owner() + ")");
        }
        // First the list: the process that has made the folder marks it before it makes anything else.
        if (Disk.list(folder).isEmpty()) {
            mark(folder, disk);
        } else if (!isMarked(folder)) {
            throw new UntrustedSidecarException(
                    folder.toString(), "Holdfast did not make them there: they came with a clone or a copy");
        }
    }

    private static boolean isMarked(Path folder) throws IOException {
        Path mark = folder.resolve(MADE);
        Inode inode = Inode.of(mark);
        return inode != null && inode.isFolder() && Disk.list(mark).isEmpty();
    }

    private static boolean isAccepted(Path folder, Inode inode) throws IOException {
        Path acceptance = acceptance(folder);
        Inode file = Inode.of(acceptance);
        return file != null
                && file.isFile()
                && User.isSelf(file.owner())
                && file.names() == 1
                && !file.isOpenToOthers()
                && new String(Disk.read(acceptance, MAX_LENGTH), UTF_8).equals(text(inode));
    }

    private static Path acceptance(Path folder) throws IOException {
        return folder.resolve(ACCEPTED + User.self());
    }

    /** Returns words that fit no other folder, to which the file could be moved. */
    private static String text(Inode folder) {
        return "The user of this file has accepted the folder with the number " + folder.number() + ".\n";
    }

    /** Lets this user's processes read the sidecar from now on. */
    static void accept(Path folder, Disk disk) throws IOException {
        Inode inode = Inode.of(folder);
        if (inode == null || !inode.isFolder()) {
            throw new IOException(folder + " is not a folder with files of a lock store");
        }
        if (User.isSelf(inode.owner()) || inode.owner() == Inode.UNKNOWN) {
            if (!isMarked(folder)) {
                disk.createDirectory(folder.resolve(MADE));
            }
        } else {
            disk.delete(acceptance(folder));
            disk.createFinal(acceptance(folder), text(inode).getBytes(UTF_8));
        }
        disk.flushDirectory(folder);
    }
}
