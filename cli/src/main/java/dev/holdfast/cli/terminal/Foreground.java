package dev.holdfast.cli.terminal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.holdfast.cli.output.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The processes that a terminal's keyboard speaks to. */
final class Foreground {
    private static final int GROUP = 2;
    private static final int TERMINAL = 4;
    private static final int FOREGROUND = 5;

    private Foreground() {}

    /** Returns whether the keyboard's signals reach this process and its children. */
    static boolean isOurs() {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"), ISO_8859_1);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", FOREGROUND + 2);
            return fields.length > FOREGROUND
                    && !fields[TERMINAL].equals("0")
                    && fields[FOREGROUND].equals(fields[GROUP]);
        } catch (IOException e) {
            return Terminal.INPUT.present();
        }
    }
}
