package dev.holdfast.cli.terminal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the standard streams of this process lead to. */
final class Ends {
    static final int IN = 0;
    static final int ERR = 2;
    private static final int GROUP = 2;
    private static final int TERMINAL = 4;
    private static final int FOREGROUND = 5;

    private Ends() {}

    /** Whether that stream is a terminal. */
    static boolean isTerminal(int stream) {
        Path link = Path.of("/proc/self/fd", Integer.toString(stream));
        try {
            String target = Files.readSymbolicLink(link).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException e) {
            return !Files.isDirectory(Path.of("/proc/self/fd")) && test(stream);
        }
    }

    /** The same where there is no such folder: the shell knows. */
    private static boolean test(int stream) {
        try {
            Process test = new ProcessBuilder("sh", "-c", "test -t " + stream)
                    .inheritIO()
                    .start();
            return test.waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Whether the keyboard's signals reach this process, and with it all that it started. */
    static boolean inForeground() {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"), ISO_8859_1);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", FOREGROUND + 2);
            return fields.length > FOREGROUND
                    && !fields[TERMINAL].equals("0")
                    && fields[FOREGROUND].equals(fields[GROUP]);
        } catch (IOException e) {
            return isTerminal(IN);
        }
    }
}
