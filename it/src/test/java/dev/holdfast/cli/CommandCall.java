package dev.holdfast.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.cli.base.Environment;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;

/**
 * A call of the command within this process, for tests in which a process of its own is not the point.
 *
 * @param code the exit code
 * @param out the text on standard output
 * @param err the text on standard error
 */
public record CommandCall(int code, String out, String err) {

    /** Calls the command in that folder, with nothing to read from its input, and returns what it did. */
    public static CommandCall in(Path folder, Map<String, String> environment, String... arguments) {
        return reading("", folder, environment, arguments);
    }

    /** The same with something on its standard input. */
    public static CommandCall reading(String input, Path folder, Map<String, String> environment, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Main.run(
                new Environment(
                        environment,
                        folder,
                        new ByteArrayInputStream(input.getBytes(UTF_8)),
                        new PrintStream(out, true, UTF_8),
                        new PrintStream(err, true, UTF_8)),
                arguments);
        return new CommandCall(code, out.toString(UTF_8), err.toString(UTF_8));
    }
}
