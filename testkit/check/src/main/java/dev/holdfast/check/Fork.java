package dev.holdfast.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A JVM with a {@link Worker}, seen from the process that started it. For one thread. */
final class Fork implements AutoCloseable {
    /** After this a class counts as hung. */
    private static final long MAX_MINUTES = 40;

    /** The index of the times of a process in its line after its name: its own and its children's, user and system. */
    private static final int FIRST_TIME = 11;

    private static final int TIMES = 4;
    private static final double TICKS_PER_SECOND = 100;

    private static final ScheduledExecutorService TIMER = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "hung classes");
        thread.setDaemon(true);
        return thread;
    });

    /** Those that a program that is ended must not leave behind. */
    private static final Set<Fork> LIVING = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> LIVING.forEach(Fork::killTree), "living JVMs"));
    }

    private final Process process;
    private final BufferedReader wire;
    private final Writer names;
    private final Path logs;

    private Fork(Process process, Path logs) {
        this.process = process;
        this.wire = process.inputReader(UTF_8);
        this.names = process.outputWriter(UTF_8);
        this.logs = logs;
    }

    /** Starts a JVM for the tests of a module, in its folder. What tests print goes below {@code logs}. */
    static Fork start(Suite suite, Path logs, String method) throws IOException {
        Path own = Files.createDirectories(logs.resolve(suite.module().replace('/', '-')));
        Path temporary = Files.createDirectories(suite.build().resolve("tmp"));
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.add("-Djava.io.tmpdir=" + temporary);
        line.addAll(suite.options());
        line.add("-D" + Extent.ALL + "=" + Extent.all());
        line.add("-cp");
        line.add(suite.classPath() + File.pathSeparator + System.getProperty("java.class.path"));
        line.addAll(List.of(Worker.class.getName(), own.toString(), method));
        Process process = new ProcessBuilder(line)
                .directory(suite.folder().toFile())
                .redirectError(
                        ProcessBuilder.Redirect.appendTo(own.resolve("jvm.txt").toFile()))
                .start();
        Fork fork = new Fork(process, own);
        LIVING.add(fork);
        return fork;
    }

    /** Runs a class and returns whether the JVM can run another. */
    boolean run(String className, Consumer<Result> results) {
        ScheduledFuture<?> limit = TIMER.schedule(this::kill, MAX_MINUTES, TimeUnit.MINUTES);
        try {
            names.write(className + "\n");
            names.flush();
            for (String line = wire.readLine(); line != null; line = wire.readLine()) {
                if (Wire.isDone(line)) {
                    return true;
                }
                Wire.read(line).ifPresent(results);
            }
            results.accept(failed(className, limit.isDone()));
            return false;
        } catch (IOException e) {
            results.accept(failed(className, limit.isDone()));
            return false;
        } finally {
            limit.cancel(false);
        }
    }

    /**
     * Returns the seconds of processor time that it and its ended children have used; 0 on systems that do not report it. Children
     * that still run, such as servers that classes share, do not count.
     */
    double processorSeconds() {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            long ticks = 0;
            for (int i = FIRST_TIME; i < FIRST_TIME + TIMES; i++) {
                ticks += Long.parseLong(fields[i]);
            }
            return ticks / TICKS_PER_SECOND;
        } catch (IOException | RuntimeException e) {
            return 0;
        }
    }

    private Result failed(String className, boolean hung) {
        String why = hung
                ? "It did not end within " + MAX_MINUTES + " minutes and was killed; its threads are in "
                : "The JVM of this class ended by itself; what it said is in ";
        return new Result(Result.State.FAILED, className, "", "", why + logs.resolve("jvm.txt"));
    }

    /** Writes its threads to a file, and kills it with all processes that it started. */
    private void kill() {
        try {
            // A JVM prints its threads to its standard output; that is the wire, so ask from outside.
            new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "jstack")
                                    .toString(),
                            Long.toString(process.pid()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            logs.resolve("jvm.txt").toFile()))
                    .start()
                    .waitFor(1, TimeUnit.MINUTES);
        } catch (IOException | InterruptedException e) {
            // Without its threads, then.
        } finally {
            killTree();
        }
    }

    private void killTree() {
        List<ProcessHandle> children = process.descendants().toList();
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
    }

    /** Lets it end by itself, with all processes that it started; kills it after a minute. */
    @Override
    public void close() {
        try {
            names.close();
        } catch (IOException e) {
            // It has ended already.
        }
        try {
            if (!process.waitFor(1, TimeUnit.MINUTES)) {
                killTree();
            }
        } catch (InterruptedException e) {
            killTree();
            Thread.currentThread().interrupt();
        }
        LIVING.remove(this);
    }
}
