package dev.holdfast.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The process of a {@link SoakServer} with 256 MB of memory. */
final class SoakProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader answers;
    private final Writer questions;
    private final List<String> tokens = new ArrayList<>();
    private final String plain;
    private final String secure;

    SoakProcess(TlsOptions tls, List<String> users) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                SoakServer.class.getName(),
                tls.certificate().toString(),
                tls.key().toString()));
        command.addAll(users);
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        answers = process.inputReader(StandardCharsets.UTF_8);
        questions = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
        for (int i = 0; i < users.size(); i++) {
            tokens.add(line());
        }
        plain = line();
        secure = line();
    }

    private String line() throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw new AssertionError("The server ended.");
        }
        return line;
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    /** Returns the token of the user at that place of the list. */
    String token(int user) {
        return tokens.get(user);
    }

    String plain() {
        return plain;
    }

    String secure() {
        return secure;
    }

    /** Returns how many bytes of its heap are used after a collection. */
    long heap() throws IOException {
        questions.write("heap\n");
        questions.flush();
        return Long.parseLong(line());
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
