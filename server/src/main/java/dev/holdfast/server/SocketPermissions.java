package dev.holdfast.server;

import dev.holdfast.internal.base.FileRights;
import dev.holdfast.internal.process.Account;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The permissions of a socket's file and folder: which accounts may connect. */
record SocketPermissions(@Nullable GroupPrincipal group, int ofFile, int ofFolder) {
    private static final int OTHERS_WRITE = 0022;
    private static final int STICKY = 01000;

    static SocketPermissions of(SocketOptions options) throws IOException {
        Path path = options.path();
        if (!path.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            throw new ServerException(
                    "This system does not identify the account at the other end of a socket: use --port.", null);
        }
        String group = options.group();
        GroupPrincipal members = null;
        if (group != null) {
            try {
                members = path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByGroupName(group);
            } catch (UserPrincipalNotFoundException e) {
                throw new ServerException("There is no group '" + group + "' on this machine.", e);
            }
        }
        return options.everyone()
                ? new SocketPermissions(members, 0666, 0755)
                : new SocketPermissions(members, members == null ? 0600 : 0660, members == null ? 0700 : 0750);
    }

    /** Returns the real folder of a socket, and creates it if necessary. Other accounts must not be able to replace its files. */
    Path folder(Path path) throws IOException {
        Path folder = Objects.requireNonNull(path.getParent(), "an absolute path");
        if (!Files.exists(folder)) {
            Files.createDirectories(Objects.requireNonNull(folder.getParent()));
            Files.createDirectory(folder, FileRights.ofFolder());
            give(folder, ofFolder);
        }
        Path real = folder.toRealPath();
        for (Path above = real; above != null; above = above.getParent()) {
            requireSafe(above);
        }
        return real;
    }

    private static void requireSafe(Path folder) throws IOException {
        String owner = Files.getOwner(folder).getName();
        int mode = (Integer) Files.getAttribute(folder, "unix:mode");
        boolean trusted = owner.equals("root") || Account.own().is(owner);
        if (!trusted || ((mode & OTHERS_WRITE) != 0 && (mode & STICKY) == 0)) {
            throw new ServerException(
                    "Other accounts could replace the socket, since they own " + folder + " or can write to it: run"
                            + " chmod go-w " + folder + ", or choose a folder of your own.",
                    null);
        }
    }

    void apply(Path socket) throws IOException {
        give(socket, ofFile);
    }

    private void give(Path path, int mode) throws IOException {
        if (group != null) {
            try {
                Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                        .setGroup(group);
            } catch (IOException e) {
                throw new ServerException(
                        "The socket cannot be given to the group " + group.getName()
                                + ": the account of the server must be a member of it.",
                        e);
            }
        }
        // Setting a mode without following links opens the file, which no socket allows. Its folder is safe from
        // others.
        Files.setAttribute(path, "unix:mode", mode);
    }
}
