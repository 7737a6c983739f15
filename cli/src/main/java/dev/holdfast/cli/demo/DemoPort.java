package dev.holdfast.cli.demo;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.base.StateFolder;
import dev.holdfast.internal.base.FileRights;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The port of an example with pages. Several examples can run at the same time, also of one name: a port that this command has
 * chosen stays claimed until it is closed, since the example itself takes it some seconds later.
 */
public final class DemoPort implements AutoCloseable {
    private static final Map<String, Integer> USUAL =
            Map.of("play-by-post", 7430, "newsroom", 7431, "underwriting", 7432, "picking", 7433, "one-table", 7434);
    private static final int MAX_PORT = 65_535;
    private static final int TRIES = 20;

    private final int number;
    private final @Nullable FileChannel claim;

    private DemoPort(int number, @Nullable FileChannel claim) {
        this.number = number;
        this.claim = claim;
    }

    /**
     * Returns the port of the option, else that of a variable, else the example's own or a later one that is free.
     *
     * @throws CommandFailure if another program listens on the port that the caller wants; it names a free one
     */
    public static DemoPort of(Demo demo, @Nullable Integer option, Environment environment) throws IOException {
        Integer usual = USUAL.get(demo.name());
        if (usual == null) {
            if (option != null) {
                throw CommandFailure.usage("The example " + demo.name() + " has no pages: leave out --port.");
            }
            return new DemoPort(0, null);
        }
        Integer wanted = option == null ? ofVariables(environment) : option;
        Path claims = StateFolder.of(environment).resolve("demo");
        if (wanted == null) {
            return free(usual, claims);
        }
        if (wanted < 0 || wanted > MAX_PORT) {
            throw CommandFailure.usage("A port is a number from 0 to 65535, not " + wanted + ".");
        }
        if (wanted != 0 && !isFree(wanted)) {
            try (DemoPort other = free(usual, claims)) {
                throw CommandFailure.unreachable("Another program listens on port " + wanted
                        + ". Take another one: holdfast demo " + demo.name() + " --port " + other.number());
            }
        }
        return new DemoPort(wanted, null);
    }

    /** Returns its number; 0 for any that is free, and for an example without pages. */
    public int number() {
        return number;
    }

    @Override
    public void close() throws IOException {
        if (claim != null) {
            claim.close();
        }
    }

    private static @Nullable Integer ofVariables(Environment environment) {
        for (String name : List.of("PLAY_PORT", "EXAMPLE_PORT")) {
            String value = environment.variable(name);
            if (value != null) {
                try {
                    return Integer.valueOf(value);
                } catch (NumberFormatException e) {
                    throw CommandFailure.usage(name + " is not the number of a port: " + value + ".");
                }
            }
        }
        return null;
    }

    private static DemoPort free(int usual, Path claims) {
        // In steps of the number of examples, so that none takes the port of another.
        for (int i = 0; i < TRIES; i++) {
            int port = usual + i * USUAL.size();
            try {
                FileChannel claim = claimed(claims, port);
                if (claim != null) {
                    return new DemoPort(port, claim);
                }
            } catch (IOException e) {
                // No claims can be kept here: the probe alone has to do.
                if (isFree(port)) {
                    return new DemoPort(port, null);
                }
            }
        }
        return new DemoPort(0, null);
    }

    /** Returns the claim, which ends with this process at the latest, or null if the port is claimed or taken. */
    private static @Nullable FileChannel claimed(Path claims, int port) throws IOException {
        Files.createDirectories(claims, FileRights.ofFolder());
        FileChannel file = FileChannel.open(
                claims.resolve("port-" + port),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
        try {
            if (file.tryLock() != null && isFree(port)) {
                return file;
            }
        } catch (OverlappingFileLockException e) {
            // Claimed by another call in this process.
        }
        file.close();
        return null;
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
