package dev.holdfast.engines;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for servers that tests and benchmarks start, also again after a kill. Each port is claimed for the life of this JVM: no
 * other call gets it, in any JVM of the same user. All lie below the range from which the kernel serves outgoing connections
 * and sockets without a port of their own, so that neither of them can take a port while its server does not run.
 */
public final class Ports {
    private static final int COUNT = 10_000;
    private static final int END = Math.min(30_000, ephemeral());
    private static final int FIRST = END - COUNT;
    /** The same for all JVMs; {@code java.io.tmpdir} differs from module to module. */
    private static final Path FOLDER = Path.of("/tmp", "holdfast-ports-" + System.getProperty("user.name"));

    /** The files of the claimed ports, open as long as the JVM lives. */
    private static final List<FileChannel> CLAIMED = new ArrayList<>();

    /** Kept, since the JVM forgets who has locked a file when the lock is collected, and then grants it again. */
    private static final List<FileLock> LOCKS = new ArrayList<>();

    private static int next = ThreadLocalRandom.current().nextInt(COUNT);

    private Ports() {}

    /** Returns a port that no process listens on and that only this caller gets. */
    public static int free() {
        return free(COUNT);
    }

    /** Returns a free port below a bound, for a server that also listens on a port at a fixed distance above its own. */
    public static int freeBelow(int end) {
        return free(Math.min(COUNT, end - FIRST));
    }

    private static synchronized int free(int count) {
        try {
            Files.createDirectories(FOLDER);
            for (int tries = 0; tries < count; tries++) {
                int port = FIRST + next % count;
                next = (next + 1) % COUNT;
                if (claimed(port) && bindable(port)) {
                    return port;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot claim a port in " + FOLDER + ".", e);
        }
        throw new IllegalStateException("None of the ports from " + FIRST + " to " + (FIRST + count - 1) + " is free.");
    }

    private static boolean claimed(int port) throws IOException {
        FileChannel file = FileChannel.open(
                FOLDER.resolve(Integer.toString(port)), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = file.tryLock();
            if (lock == null) {
                file.close();
                return false;
            }
            CLAIMED.add(file);
            LOCKS.add(lock);
            return true;
        } catch (OverlappingFileLockException e) {
            // This JVM has it by another class loader. To close any channel of a file releases all locks on that file.
            CLAIMED.add(file);
            return false;
        }
    }

    /**
     * Returns whether no socket listens on a port. This one does not listen either: a process that another thread starts at this
     * moment inherits it for a while, and the port would seem to be in use.
     */
    private static boolean bindable(int port) {
        try (Socket socket = new Socket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false; // a process that claims nothing here has it
        }
    }

    /** Returns the first port of the kernel's own range, or that of most systems if it is unknown or leaves no room. */
    private static int ephemeral() {
        int usual = 32_768;
        try {
            Path range = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
            int first = Integer.parseInt(Files.readString(range).strip().split("\\s+", 2)[0]);
            return first > COUNT + 1_024 ? first : usual;
        } catch (IOException | NumberFormatException e) {
            return usual;
        }
    }
}
