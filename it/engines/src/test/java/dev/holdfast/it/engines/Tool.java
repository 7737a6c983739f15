package dev.holdfast.it.engines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A program of an engine that an administrator calls. */
final class Tool {
    private static final int MAX_MINUTES = 5;

    private Tool() {}

    static boolean installed(String program) {
        return Stream.of(System.getenv("PATH").split(":", -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    /**
     * Runs a program to its end, which must be a success. Returns its output.
     *
     * @param login the options that name the server; they follow the name of the program
     */
    static String run(Path folder, Map<String, String> environment, List<String> login, String... words)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(words));
        command.addAll(1, login);
        Path output = Files.createTempFile(folder, "output", ".txt");
        Path errors = Files.createTempFile(folder, "errors", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        boolean ended = process.waitFor(MAX_MINUTES, TimeUnit.MINUTES);
        if (!ended) {
            process.destroyForcibly();
        }
        assertThat(ended && process.exitValue() == 0)
                .as("%s said: %s", words[0], Files.readString(errors, StandardCharsets.UTF_8))
                .isTrue();
        return Files.readString(output, StandardCharsets.UTF_8);
    }
}
