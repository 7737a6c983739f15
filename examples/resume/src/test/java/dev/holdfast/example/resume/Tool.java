package dev.holdfast.example.resume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The real tool, each call a process of its own, with its storage in a folder of the test. */
final class Tool implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final List<String> COMMAND = List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx64m",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-cp",
            System.getProperty("java.class.path"),
            ResumeTool.class.getName());

    private final Path folder;
    private final List<Call> calls = new ArrayList<>();

    Tool(Path folder) {
        this.folder = folder;
    }

    /** The words that start it, for a shell. */
    static String command() {
        return COMMAND.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
    }

    Path storage() {
        return folder.resolve("storage");
    }

    Path lockFile(String id) {
        return storage().resolve("resume_locks").resolve(id + ".lock");
    }

    /** A file of so many lines, each with a word of its own. */
    String items(int count) throws IOException {
        Path file = folder.resolve("items-" + count + ".txt");
        List<String> lines = IntStream.range(0, count)
                .mapToObj(i -> "the item" + i + " here")
                .toList();
        return Files.write(file, lines).toString();
    }

    String file(String name, String... lines) throws IOException {
        return Files.write(folder.resolve(name), List.of(lines)).toString();
    }

    /** Calls it and lets it go on. */
    Call start(String... words) throws IOException {
        List<String> command = new ArrayList<>(COMMAND);
        command.addAll(List.of("--storage", storage().toString()));
        command.addAll(List.of(words));
        Path out = Files.createTempFile(folder, "out", ".txt");
        Path err = Files.createTempFile(folder, "err", ".txt");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        Call call = new Call(process, out, err);
        calls.add(call);
        return call;
    }

    /** Calls it and waits for its end. */
    Call call(String... words) throws IOException {
        Call call = start(words);
        call.code();
        return call;
    }

    /** A job or session of that id at work: it has made its first checkpoint and now rests for a long time. */
    Call working(String... words) throws IOException {
        List<String> slowly = new ArrayList<>(List.of(words));
        slowly.addAll(List.of("--pace", "600000"));
        Call call = start(slowly.toArray(String[]::new));
        String id = words[words.length - 1];
        await().atMost(PATIENCE).until(() -> !call.process().isAlive() || done(id) > 0);
        assertThat(call.process().isAlive()).as(call.err()).isTrue();
        return call;
    }

    /** How many parts of it are done. */
    int done(String id) {
        try {
            Storage jobs = new Storage(storage());
            return jobs.has(id) ? jobs.checkpoints(id).newest().done() : 0;
        } catch (IOException | ToolException e) {
            throw new AssertionError(e);
        }
    }

    boolean has(String id) {
        return new Storage(storage()).has(id);
    }

    @Override
    public void close() {
        calls.forEach(call -> call.process().destroyForcibly());
    }

    /** One call of the tool. */
    record Call(Process process, Path outFile, Path errFile) {
        int code() {
            try {
                if (process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                    return process.exitValue();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            throw new AssertionError("The tool did not end; it said: " + err());
        }

        long pid() {
            return process.pid();
        }

        String out() {
            return read(outFile);
        }

        String err() {
            return read(errFile);
        }

        /** SIGKILL: it can do nothing about it. */
        void kill() {
            process.destroyForcibly();
            code();
        }

        void signal(String name) throws Exception {
            Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start();
            assertThat(kill.waitFor()).isZero();
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
