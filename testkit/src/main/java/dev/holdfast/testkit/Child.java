package dev.holdfast.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A Java process of our own, with the classes of this test; its error stream is kept. */
public final class Child implements AutoCloseable {
    /** The exit code of a process that was killed with SIGKILL. */
    public static final int KILLED = 137;

    private final Process process;
    private final Path errors;

    private Child(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
    }

    /** Starts a process with options for a quick start, since many of them share few cores. */
    public static Child start(Path folder, List<String> options, Class<?> main, String... args) throws IOException {
        return startUnder(List.of(), folder, options, main, args);
    }

    /** Starts it with a command that runs its arguments, such as {@code unshare}. */
    public static Child startUnder(
            List<String> prefix, Path folder, List<String> options, Class<?> main, String... args) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.io.tmpdir=" + folder,
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(options);
        command.add(main.getName());
        command.addAll(List.of(args));
        Path errors = Files.createTempFile(folder, "errors", ".txt");
        Process process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        return new Child(process, errors);
    }

    public long pid() {
        return process.pid();
    }

    public Process process() {
        return process;
    }

    public boolean runs() {
        return process.isAlive();
    }

    /** Kills it with SIGKILL. */
    public void kill() {
        process.destroyForcibly();
    }

    public void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start();
        if (kill.waitFor() != 0) {
            throw new IOException("Process " + pid() + " cannot be sent " + name + ".");
        }
    }

    /** Returns its exit code; fails if it does not end in time. */
    public int await(long seconds) throws InterruptedException {
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
            throw new AssertionError("Process " + pid() + " did not end within " + seconds + " s; " + errors());
        }
        return process.exitValue();
    }

    public String errors() {
        try {
            return "it said: " + Files.readString(errors);
        } catch (IOException e) {
            return "it said nothing that can be read: " + e;
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
