package dev.holdfast.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.ProcessId;
import dev.holdfast.cli.base.Environment;
import dev.holdfast.internal.process.ProcessTable;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A start that holds the child process back. The process exists, so that a lock can be bound to it, but it does nothing yet. It
 * is a shell that reads from a named pipe and becomes the command, with the same pid, when it reads {@code go}. If this process
 * ends first, the pipe has no writer any more, and the shell ends without having done anything. So the command never works
 * without a lock that is bound to it.
 */
final class Gate implements ChildStart {
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

    private static final long TIMEOUT_SECONDS = 30;

    private final List<String> command;
    private final File workplace;
    private final File folder;
    private final File pipe;
    private final Process mkfifo;
    private final ProcessMark mark;
    private @Nullable RandomAccessFile writer;
    private @Nullable Process process;

    private Gate(List<String> command, Environment environment, File folder) throws IOException {
        this.command = command;
        this.workplace = environment.folder().toFile();
        this.mark = ProcessMark.of(environment);
        this.folder = folder;
        this.pipe = new File(folder, "gate");
        pipe.deleteOnExit();
        this.mkfifo = new ProcessBuilder("mkfifo", "-m", "600", pipe.getPath())
                .redirectErrorStream(true)
                .start();
    }

    /** Begins to build the gate; there is no need to wait until it stands. */
    static Gate before(List<String> command, Environment environment) throws IOException {
        File folder = PrivateFolder.make();
        folder.deleteOnExit();
        try {
            return new Gate(command, environment, folder);
        } catch (IOException e) {
            folder.delete();
            throw e;
        }
    }

    @Override
    public List<ProcessId> processes() throws IOException {
        ProcessTable processes = ProcessTable.system();
        return List.of(processes.of(process().pid()), processes.self());
    }

    /** Returns the process behind the gate, and starts it at the first call. */
    private Process process() throws IOException {
        if (process == null) {
            awaitPipe();
            writer = new RandomAccessFile(pipe, "rw");
            List<String> line = new ArrayList<>(List.of("sh", "-c", SHELL, "holdfast", pipe.getPath()));
            line.addAll(command);
            process = new ProcessBuilder(line).directory(workplace).inheritIO().start();
        }
        return process;
    }

    private void awaitPipe() throws IOException {
        try {
            if (!mkfifo.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS) || mkfifo.exitValue() != 0) {
                throw new IOException("mkfifo " + pipe + " failed: "
                        + new String(mkfifo.getInputStream().readAllBytes(), UTF_8).strip());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while making " + pipe, e);
        }
    }

    @Override
    public Child begin(HeldLocks held) throws IOException {
        Child child = new Child(process(), mark);
        Map<String, String> variables = held.variables();
        mark.addTo(variables);
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, String> variable : variables.entrySet()) {
            text.append("export ").append(variable.getKey()).append("='");
            text.append(variable.getValue().replace("'", "'\\''")).append("'\n");
        }
        Objects.requireNonNull(writer).write(text.append("go\n").toString().getBytes(UTF_8));
        return child;
    }

    /** Removes the gate. A process that still waits behind it ends. */
    @Override
    public void close() {
        try {
            if (writer != null) {
                writer.close();
            } else {
                mkfifo.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS); // lest it makes the pipe after this
            }
        } catch (IOException e) {
            if (process != null) {
                process.destroy();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        // If they stay, they do no harm.
        pipe.delete();
        folder.delete();
    }
}
