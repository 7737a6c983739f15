package dev.holdfast.it.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A program of the system that a test calls. */
final class Command {
    /** The root of the project. */
    static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    private static final int MAX_MINUTES = 10;

    private Command() {}

    /** Returns whether a program is on the path. */
    static boolean installed(String program) {
        for (String folder : System.getenv("PATH").split(":", -1)) {
            if (Files.isExecutable(Path.of(folder, program))) {
                return true;
            }
        }
        return false;
    }

    /** Runs a program to its end, which must be a success. Returns its output and errors. */
    static String run(Path folder, Map<String, String> environment, List<String> words)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile("command", ".txt");
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        boolean ended = process.waitFor(MAX_MINUTES, TimeUnit.MINUTES);
        if (!ended) {
            process.destroyForcibly();
        }
        String said = Files.readString(output, StandardCharsets.UTF_8);
        assertThat(ended && process.exitValue() == 0)
                .as("%s said: %s", String.join(" ", words), said)
                .isTrue();
        return said;
    }
}
