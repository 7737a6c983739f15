package dev.holdfast.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.internal.base.FileRights;
import dev.holdfast.internal.process.Account;
import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The file of a Unix socket. It is bound under a temporary name ({@link #fresh}), gets its permissions there, and is then moved
 * into place in one step, so that it never has other permissions. A lock on a file beside it keeps two servers apart; the
 * system releases this lock when the process ends. Only a socket of the same account on which no program listens is replaced.
 */
final class SocketFile implements AutoCloseable {
    /** The longest path that every system accepts, with the suffix of the temporary name. */
    static final int MAX_PATH_BYTES = 100;

    private static final String FRESH = "~";
    private static final int KIND = 0170000;
    private static final int SOCKET = 0140000;

    private final Path path;
    private final SocketPermissions rights;
    private final FileChannel lock;
    private @Nullable Object key;

    private SocketFile(Path path, SocketPermissions rights, FileChannel lock) {
        this.path = path;
        this.rights = rights;
        this.lock = lock;
    }

    /**
     * Claims the path of a socket.
     *
     * @throws ServerException if another server has it, or there is a file that must not be replaced
     */
    static SocketFile claim(SocketOptions options) {
        Path wanted = options.path();
        int length = wanted.toString().getBytes(UTF_8).length;
        if (length > MAX_PATH_BYTES) {
            throw new ServerException(
                    "The path of a socket may have at most " + MAX_PATH_BYTES + " bytes, and " + wanted + " has "
                            + length + ": choose a shorter one, such as /run/holdfast/holdfast.sock.",
                    null);
        }
        try {
            SocketPermissions rights = SocketPermissions.of(options);
            Path path = rights.folder(wanted).resolve(wanted.getFileName());
            FileChannel lock = lock(path);
            boolean sound = false;
            try {
                SocketFile file = new SocketFile(path, rights, lock);
                file.removeDead(path.resolveSibling(path.getFileName() + FRESH));
                file.removeDead(path);
                sound = true;
                return file;
            } finally {
                if (!sound) {
                    lock.close();
                }
            }
        } catch (IOException e) {
            throw failed(wanted, e);
        }
    }

    private static ServerException failed(Path path, IOException e) {
        return new ServerException(
                "The socket " + path + " cannot be created (" + e.getMessage() + "): choose a folder of your own.", e);
    }

    private static FileChannel lock(Path path) throws IOException {
        Path file = path.resolveSibling(path.getFileName() + ".lock");
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            requireOwn(file);
        }
        FileChannel channel = FileChannel.open(
                file,
                Set.of(
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS),
                FileRights.ofFile());
        boolean sound = false;
        try {
            requireOwn(file);
            if (!isLocked(channel)) {
                throw taken(path, " (process " + read(channel) + ")");
            }
            channel.truncate(0);
            channel.write(US_ASCII.encode(Long.toString(ProcessHandle.current().pid())), 0);
            sound = true;
            return channel;
        } finally {
            if (!sound) {
                channel.close();
            }
        }
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false; // another server of this process
        }
    }

    private static String read(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(20);
        channel.read(bytes, 0);
        String text = US_ASCII.decode(bytes.flip()).toString();
        return text.matches("\\d+") ? text : "unknown";
    }

    private static ServerException taken(Path path, String by) {
        return new ServerException(
                "Another server" + by + " listens on unix:" + path + " already: stop it, or choose another path with"
                        + " --socket.",
                null);
    }

    /** Throws unless the file is a regular file of this account: another one could be a link to anything. */
    private static void requireOwn(Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || !isOwn(file)) {
            throw new ServerException(
                    "The file " + file + " was not created by this account: remove it, or choose another path"
                            + " with --socket.",
                    null);
        }
    }

    private static boolean isOwn(Path file) throws IOException {
        return Account.own().is(Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).getName());
    }

    /** Removes the socket of a server that has ended. */
    private void removeDead(Path file) throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        int mode = (Integer) Files.getAttribute(file, "unix:mode", LinkOption.NOFOLLOW_LINKS);
        if ((mode & KIND) != SOCKET || !isOwn(file)) {
            throw new ServerException(
                    "The file " + file + " is not a socket of this account, so it is not replaced: remove it, or"
                            + " choose another path with --socket.",
                    null);
        }
        try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            probe.configureBlocking(false); // a program that accepts no connection must not block this one
            probe.connect(UnixDomainSocketAddress.of(file));
            throw taken(path, "");
        } catch (ConnectException e) {
            Files.delete(file); // refused: no program listens
        }
    }

    /** Returns the path that the socket is to be bound to. */
    Path fresh() {
        return path.resolveSibling(path.getFileName() + FRESH);
    }

    /** Moves the bound socket into its place, with its permissions. */
    void show() {
        try {
            Path fresh = fresh();
            rights.apply(fresh);
            key = key(fresh);
            Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw failed(path, e);
        }
    }

    private static @Nullable Object key(Path file) throws IOException {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .fileKey();
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** Removes the socket, if it is still the one that was created, and releases its path. */
    @Override
    public void close() {
        try (FileChannel open = lock) {
            if (open.isOpen() && key != null && key.equals(key(path))) {
                Files.delete(path);
            }
        } catch (IOException e) {
            System.getLogger("dev.holdfast.server")
                    .log(System.Logger.Level.WARNING, "The socket " + path + " was not removed: " + e.getMessage());
        }
    }
}
