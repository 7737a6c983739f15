package dev.holdfast.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a call of the command finds around it. Data goes to {@code out}, messages and questions to {@code err}.
 *
 * @param folder where it was called
 */
public record Surroundings(
        Map<String, String> environment, Path folder, InputStream in, PrintStream out, PrintStream err) {

    /** Those of this process. */
    static Surroundings system() {
        return new Surroundings(System.getenv(), Path.of("").toAbsolutePath(), System.in, System.out, System.err);
    }

    /** The value of an environment variable; null if it is not set, or empty. */
    public @Nullable String variable(String name) {
        String value = environment.get(name);
        return value == null || value.isBlank() ? null : value;
    }
}
