package dev.holdfast.cli.demo;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.Environment;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The port of an example with pages. Several examples can run at the same time. */
public final class DemoPort {
    private static final Map<String, Integer> USUAL =
            Map.of("play-by-post", 7430, "newsroom", 7431, "underwriting", 7432, "picking", 7433);
    private static final int MAX_PORT = 65_535;
    private static final int TRIES = 20;

    private DemoPort() {}

    /** Returns the port of the option, else that of a variable, else the example's own or a later one that is free. */
    public static int of(Demo demo, @Nullable Integer option, Environment environment) {
        Integer usual = USUAL.get(demo.name());
        if (usual == null) {
            if (option != null) {
                throw CommandFailure.usage("The example " + demo.name() + " has no pages: leave out --port.");
            }
            return 0;
        }
        Integer wanted = option == null ? ofVariables(environment) : option;
        if (wanted == null) {
            return free(usual);
        }
        if (wanted < 0 || wanted > MAX_PORT) {
            throw CommandFailure.usage("A port is a number from 0 to 65535, not " + wanted + ".");
        }
        return wanted;
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

    private static int free(int usual) {
        // In steps of the number of examples, so that none takes the port of another.
        for (int i = 0; i < TRIES; i++) {
            int port = usual + i * USUAL.size();
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException e) {
                // Taken: the next one.
            }
        }
        return 0;
    }
}
