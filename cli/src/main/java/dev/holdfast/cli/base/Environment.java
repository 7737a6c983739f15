package dev.holdfast.cli.base;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The environment of a call of the command. Data goes to {@code out}, messages and questions to {@code err}.
 *
 * @param folder the folder of the call
 * @param alone whether the process was started for this call, which may then end it
 */
public record Environment(
        Map<String, String> variables, Path folder, InputStream in, PrintStream out, PrintStream err, boolean alone) {

    /** Creates the environment of a call inside a process that goes on afterwards. */
    public Environment(Map<String, String> variables, Path folder, InputStream in, PrintStream out, PrintStream err) {
        this(variables, folder, in, out, err, false);
    }

    /** Returns the environment of this process. */
    public static Environment system() {
        return new Environment(
                System.getenv(),
                Path.of("").toAbsolutePath(),
                System.in,
                stream(FileDescriptor.out, System.out),
                stream(FileDescriptor.err, System.err),
                true);
    }

    /** Returns the stream in UTF-8: Java follows the locale even if that has only ASCII. On Windows the default is right. */
    private static PrintStream stream(FileDescriptor descriptor, PrintStream byDefault) {
        boolean windows = System.getProperty("os.name", "").startsWith("Windows");
        return windows ? byDefault : new PrintStream(new FileOutputStream(descriptor), true, UTF_8);
    }

    /** Returns the same environment with another folder. */
    public Environment in(Path other) {
        return new Environment(variables, other, in, out, err, alone);
    }

    /** Returns the folder of the user. */
    public Path home() {
        String home = variable("HOME");
        return Path.of(home == null ? System.getProperty("user.home") : home);
    }

    /** Returns the value of an environment variable; null if it is not set or blank. */
    public @Nullable String variable(String name) {
        String value = variables.get(name);
        return value == null || value.isBlank() ? null : value;
    }
}
