package dev.holdfast.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.Optional;

/** The lines that a worker writes to its standard output. All other lines there come from the tests. */
final class Wire {
    private static final String MARK = "\u0001";
    private static final String DONE = "done";

    private Wire() {}

    static String result(Result result) {
        return String.join(
                "\t",
                MARK + result.state(),
                result.className(),
                encode(result.test()),
                encode(result.method()),
                encode(result.message()));
    }

    static String done(String className) {
        return MARK + DONE + "\t" + className;
    }

    /** Returns whether this line ends a class. */
    static boolean isDone(String line) {
        return line.startsWith(MARK + DONE + "\t");
    }

    /** Decodes a result; empty for every other line. */
    static Optional<Result> read(String line) {
        if (!line.startsWith(MARK) || isDone(line)) {
            return Optional.empty();
        }
        String[] parts = line.substring(MARK.length()).split("\t", -1);
        return Optional.of(new Result(
                Result.State.valueOf(parts[0]), parts[1], decode(parts[2]), decode(parts[3]), decode(parts[4])));
    }

    private static String encode(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    }

    private static String decode(String text) {
        return new String(Base64.getDecoder().decode(text), UTF_8);
    }
}
