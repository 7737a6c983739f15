package dev.holdfast.cli.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.cli.InProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The command, in a folder and with variables of the test's choice. Immutable; each method gives a changed copy. Nothing of the
 * caller's {@code HOLDFAST_} variables is handed on. {@link #run} and {@link #typing} call it in the JVM of the tests where a
 * process would show nothing more; {@link #asProcess} asks for one, and {@link #start} always makes one.
 */
public record Holdfast(Path folder, Map<String, String> variables, Place place) {
    private static final long PATIENCE_SECONDS = 110;

    /** Where it runs. */
    public enum Place {
        /** In the JVM of the tests, if that suits the call. */
        ANY,
        /** In a process of its own. */
        PROCESS,
        /** In a process of its own with a terminal of its own. */
        TERMINAL
    }

    /** In a project of its own: without the mark, the project around the tests' folder would be used. */
    public static Holdfast in(Path folder) {
        try {
            Files.createDirectories(folder.resolve(".git"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return at(folder);
    }

    /** In a folder as it is. */
    public static Holdfast at(Path folder) {
        return new Holdfast(folder, Map.of(), Place.ANY);
    }

    /** From another folder of the same project. */
    public Holdfast from(Path other) {
        return new Holdfast(other, variables, place);
    }

    public Holdfast with(String variable, String value) {
        Map<String, String> more = new HashMap<>(variables);
        more.put(variable, value);
        return new Holdfast(folder, Map.copyOf(more), place);
    }

    /** As a process of its own, where the process is the point. */
    public Holdfast asProcess() {
        return new Holdfast(folder, variables, Place.PROCESS);
    }

    /** With a terminal of its own, and so a session of its own: standard output and error come back as one. */
    public Holdfast atTerminal() {
        return new Holdfast(folder, variables, Place.TERMINAL);
    }

    /** What came of a call. */
    public record Done(int code, String out, String err) {}

    /** Calls it and waits for its end. */
    public Done run(String... arguments) {
        return typing("", arguments);
    }

    /** The same with something on its standard input. */
    public Done typing(String input, String... arguments) {
        List<String> line = List.of(arguments);
        Done done = place == Place.ANY && InProcess.suits(variables, line)
                ? InProcess.tryCall(folder, variables, input, line)
                : null;
        return done == null ? process(input, arguments) : done;
    }

    private Done process(String input, String... arguments) {
        try {
            Running running = start(arguments);
            running.type(input);
            running.endInput();
            return running.done();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Calls it and lets it go on. */
    public Running start(String... arguments) throws IOException {
        List<String> line = new ArrayList<>(command());
        line.addAll(List.of(arguments));
        return start(line);
    }

    /** Any other command in the same folder and with the same variables. */
    public Running start(List<String> line) throws IOException {
        Path out = Files.createTempFile("out", ".txt");
        Path err = Files.createTempFile("err", ".txt");
        ProcessBuilder builder = new ProcessBuilder(place == Place.TERMINAL ? onTerminal(line) : line)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().keySet().removeIf(Holdfast::isOfTheCaller);
        builder.environment().putAll(variables);
        return new Running(builder.start(), out, err);
    }

    /** Returns whether a variable would change the command, and so must not come from the caller of the tests. */
    public static boolean isOfTheCaller(String variable) {
        return variable.startsWith("HOLDFAST_") || variable.equals("NO_COLOR");
    }

    /** The command line that starts it. */
    public static List<String> command() {
        return Installed.command();
    }

    private static List<String> onTerminal(List<String> line) {
        StringBuilder quoted = new StringBuilder("exec");
        line.forEach(
                word -> quoted.append(" '").append(word.replace("'", "'\\''")).append('\''));
        return List.of("script", "-qefc", quoted.toString(), "/dev/null");
    }

    /** A call that goes on. */
    public record Running(Process process, Path outFile, Path errFile) {
        public void type(String text) throws IOException {
            OutputStream in = process.getOutputStream();
            in.write(text.getBytes(UTF_8));
            in.flush();
        }

        public void endInput() throws IOException {
            process.getOutputStream().close();
        }

        public String out() {
            return read(outFile);
        }

        public String err() {
            return read(errFile);
        }

        /** Waits for its end. */
        public Done done() {
            try {
                if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                    throw new AssertionError("The command did not end. It said: " + out() + err());
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                throw new AssertionError("The command was not waited for.", e);
            }
            return new Done(process.exitValue(), out(), err());
        }

        private static String read(Path file) {
            try {
                return Files.readString(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
