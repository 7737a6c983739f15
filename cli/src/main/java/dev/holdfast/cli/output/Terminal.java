package dev.holdfast.cli.output;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A standard stream of this process, which may be a terminal. */
public enum Terminal {
    INPUT(0),
    OUTPUT(1),
    MESSAGES(2);

    private final Path link;

    Terminal(int descriptor) {
        link = Path.of("/proc/self/fd", Integer.toString(descriptor));
    }

    /** Returns whether the stream is a terminal. Only Linux knows it for each stream, others for input and output together. */
    public boolean present() {
        if (!Files.isSymbolicLink(link)) {
            return console();
        }
        try {
            String device = Files.readSymbolicLink(link).toString();
            return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty") || device.equals("/dev/console");
        } catch (IOException e) {
            return false;
        }
    }

    @SuppressWarnings("SystemConsoleNull") // where it is never null, it can be asked
    private static boolean console() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
        } catch (ReflectiveOperationException e) {
            return true; // Java 17, where there is none without a terminal
        }
    }
}
