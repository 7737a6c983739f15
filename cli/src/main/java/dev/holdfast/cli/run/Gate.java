package dev.holdfast.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.cli.Surroundings;
import dev.holdfast.process.ProcessTable;
import dev.holdfast.rules.ProcessId;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A command that waits behind a gate: its process is there, so that a lock can be bound to it and show it, but it does nothing
 * yet. The process is a shell that reads from a named pipe and becomes the command, under the same number, when it is told to.
 * If this process ends first, by whatever means, the pipe has no writer any more, and the shell ends without having done
 * anything. So there is no moment at which the command works and no lock is bound to it.
 */
final class Gate implements Start {
    /**
     * Opens the pipe both ways first, which never waits, so that opening it for reading does not wait either; then drops the
     * writing side, so that only the process before the gate has it.
     */
    private static final String SHELL = """
            exec 3<>"$1" 4<"$1" 3>&- || exit 125
            shift
            HOLDFAST_GATE=
            while IFS= read -r HOLDFAST_LINE <&4; do
              if [ "$HOLDFAST_LINE" = go ]; then
                eval "$HOLDFAST_GATE"
                unset HOLDFAST_GATE HOLDFAST_LINE
                exec 4<&-
                exec "$@"
              fi
              HOLDFAST_GATE="$HOLDFAST_GATE$HOLDFAST_LINE
            "
            done
            exit 125
            """;

    private static final long PATIENCE_SECONDS = 30;

    private final Path folder;
    private final Path pipe;
    private final RandomAccessFile writer;
    private final Process process;

    private Gate(Path folder, Path pipe, RandomAccessFile writer, Process process) {
        this.folder = folder;
        this.pipe = pipe;
        this.writer = writer;
        this.process = process;
    }

    static Gate before(List<String> command, Surroundings surroundings) throws IOException {
        Path folder = Files.createTempDirectory("holdfast"); // nobody else may look into it
        Path pipe = folder.resolve("gate");
        folder.toFile().deleteOnExit();
        pipe.toFile().deleteOnExit();
        try {
            make(pipe);
            RandomAccessFile writer = new RandomAccessFile(pipe.toFile(), "rw");
            try {
                return new Gate(folder, pipe, writer, start(pipe, command, surroundings));
            } catch (IOException e) {
                writer.close();
                throw e;
            }
        } catch (IOException e) {
            remove(folder, pipe);
            throw e;
        }
    }

    private static void make(Path pipe) throws IOException {
        Process mkfifo = new ProcessBuilder("mkfifo", "-m", "600", pipe.toString())
                .redirectErrorStream(true)
                .start();
        try {
            if (!mkfifo.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || mkfifo.exitValue() != 0) {
                throw new IOException("mkfifo " + pipe + " failed: "
                        + new String(mkfifo.getInputStream().readAllBytes(), UTF_8).strip());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while making " + pipe, e);
        }
    }

    private static Process start(Path pipe, List<String> command, Surroundings surroundings) throws IOException {
        List<String> line = new ArrayList<>(List.of("sh", "-c", SHELL, "holdfast", pipe.toString()));
        line.addAll(command);
        return new ProcessBuilder(line)
                .directory(surroundings.folder().toFile())
                .inheritIO()
                .start();
    }

    @Override
    public List<ProcessId> processes() {
        ProcessTable processes = ProcessTable.system();
        return List.of(processes.of(process.pid()), processes.self());
    }

    @Override
    public Child begin(Holding held) throws IOException {
        StringBuilder text = new StringBuilder();
        held.variables()
                .forEach((name, value) -> text.append("export ")
                        .append(name)
                        .append("='")
                        .append(value.replace("'", "'\\''"))
                        .append("'\n"));
        writer.write(text.append("go\n").toString().getBytes(UTF_8));
        return new Child(process);
    }

    /** Whoever still waits behind the gate finds it gone, and leaves. */
    @Override
    public void close() {
        try {
            writer.close();
        } catch (IOException e) {
            process.destroy();
        }
        remove(folder, pipe);
    }

    private static void remove(Path folder, Path pipe) {
        try {
            Files.deleteIfExists(pipe);
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            // It is in the way of nobody.
        }
    }
}
