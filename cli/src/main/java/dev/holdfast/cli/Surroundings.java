package dev.holdfast.cli;

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
public record Surroundings(
        Map<String, String> environment, Path folder, InputStream in, PrintStream out, PrintStream err, boolean alone) {

    /** Those of a call in a process that has more to do. */
    public Surroundings(
            Map<String, String> environment, Path folder, InputStream in, PrintStream out, PrintStream err) {
        this(environment, folder, in, out, err, false);
    }

    /** Those of this process. */
    static Surroundings system() {
        return new Surroundings(
                System.getenv(),
                Path.of("").toAbsolutePath(),
                System.in,
                stream(FileDescriptor.out, System.out),
                stream(FileDescriptor.err, System.err),
                true);
    }

    /** The same in UTF-8, since Java follows the locale even where that can show nothing but ASCII; Windows knows better. */
    private static PrintStream stream(FileDescriptor descriptor, PrintStream usual) {
        boolean windows = System.getProperty("os.name", "").startsWith("Windows");
        return windows ? usual : new PrintStream(new FileOutputStream(descriptor), true, UTF_8);
    }

    /** The same in another folder. */
    public Surroundings in(Path other) {
        return new Surroundings(environment, other, in, out, err, alone);
    }

    /** The value of an environment variable; null if it is not set, or empty. */
    public @Nullable String variable(String name) {
        String value = environment.get(name);
        return value == null || value.isBlank() ? null : value;
    }
}
