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
 * What a call of the command finds around it. Data goes to {@code out}, messages and questions to {@code err}.
 *
 * @param folder where it was called
 * @param alone whether the process was started for this call, which may then end it
 */
public record Environment(
        Map<String, String> variables, Path folder, InputStream in, PrintStream out, PrintStream err, boolean alone) {

    /** Those of a call in a process that has more to do. */
    public Environment(
            Map<String, String> variables, Path folder, InputStream in, PrintStream out, PrintStream err) {
        this(variables, folder, in, out, err, false);
    }

    /** Those of this process. */
    public static Environment system() {
        return new Environment(
                System.getenv(),
                Path.of("").toAbsolutePath(),
                System.in,
                stream(FileDescriptor.out, System.out),
                stream(FileDescriptor.err, System.err),
                true);
    }

    /** The same in UTF-8, since Java follows the locale even where that can show nothing but ASCII; Windows knows better. */
    private static PrintStream stream(FileDescriptor descriptor, PrintStream byDefault) {
        boolean windows = System.getProperty("os.name", "").startsWith("Windows");
        return windows ? byDefault : new PrintStream(new FileOutputStream(descriptor), true, UTF_8);
    }

    /** The same in another folder. */
    public Environment in(Path other) {
        return new Environment(variables, other, in, out, err, alone);
    }

    /** The value of an variables variable; null if it is not set, or empty. */
    public @Nullable String variable(String name) {
        String value = variables.get(name);
        return value == null || value.isBlank() ? null : value;
    }
}
