package dev.holdfast.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.spi.LockStore;
import dev.holdfast.store.file.project.Registries;
import dev.holdfast.store.file.sidecar.Disk;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** A process that begins a change and never gets beyond the step that shows it. */
final class Halting implements AutoCloseable {
    /** By scheme, the step before which it halts. */
    private static final Map<String, String> STEPS =
            Map.of("files", "link a.lock", "dir", "mkdir a", "file", "move registry.next");

    private final Process process;

    private Halting(Process process) {
        this.process = process;
    }

    /** Starts a process, waits until it is in the middle of its change, and stops it. */
    static Halting inside(String scheme, Path folder) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        Halting.class.getName(),
                        scheme,
                        folder.toString())
                .redirectErrorStream(true)
                .start();
        Halting halting = new Halting(process);
        BufferedReader output = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
        String line = output.readLine();
        if (!"inside".equals(line)) {
            halting.close();
            throw new IllegalStateException("The process said: " + line);
        }
        halting.signal("-STOP");
        return halting;
    }

    long pid() {
        return process.pid();
    }

    void signal(String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", signal, Long.toString(process.pid())).start().waitFor();
    }

    /** Ends the process, whether it is stopped or not. */
    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Takes the scheme and the folder. */
    public static void main(String[] args) {
        Disk disk = new Disk(step -> {
            if (step.equals(STEPS.get(args[0]))) {
                System.out.println("inside");
                while (true) {
                    LockSupport.park();
                }
            }
        });
        LockStore store = open(args[0], Path.of(args[1]), disk);
        Locks.taken(store, "stopped", "a");
    }

    static LockStore open(String scheme, Path folder, Disk disk) {
        return scheme.equals("file")
                ? Registries.open(folder, InstantSource.system(), disk)
                : FileStoreProvider.open(scheme + ":" + folder, InstantSource.system(), disk);
    }
}
