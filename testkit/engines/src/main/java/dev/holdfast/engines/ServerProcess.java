package dev.holdfast.engines;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The process of a server: started by a command line, ended by signals. */
final class ServerProcess {
    private static final Duration START = Duration.ofMinutes(2);

    private final Process process;
    private final Path log;
    private final List<Integer> ports;

    private ServerProcess(Process process, Path log, List<Integer> ports) {
        this.process = process;
        this.log = log;
        this.ports = List.copyOf(ports);
    }

    /**
     * Starts a server with its output in a file.
     *
     * @param ports all that the command tells it to listen on, of {@link Ports#free}
     */
    static ServerProcess start(List<String> command, Path log, List<Integer> ports) {
        for (int port : ports) {
            if (answers(port)) {
                throw new IllegalStateException("Another process listens on port " + port + " of the server "
                        + command.get(0) + "; end that process: " + PortOwner.of(port) + ".");
            }
        }
        return start(command, log, ports, ProcessBuilder.Redirect.PIPE);
    }

    private static ServerProcess start(
            List<String> command, Path log, List<Integer> ports, ProcessBuilder.Redirect input) {
        try {
            Files.createDirectories(log.toAbsolutePath().getParent());
            Process process = new ProcessBuilder(command)
                    .redirectInput(input)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            // A test that is ended by force must leave no server behind.
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            return new ServerProcess(process, log, ports);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot start " + String.join(" ", command) + ".", e);
        }
    }

    /** Runs a program that prepares a server, to its end. */
    static void run(List<String> command, Path log) {
        start(command, log, List.of()).succeed(command);
    }

    /** Runs a program that prepares a server, with its input from a file. */
    static void run(List<String> command, Path log, Path input) {
        start(command, log, List.of(), ProcessBuilder.Redirect.from(input.toFile()))
                .succeed(command);
    }

    private void succeed(List<String> command) {
        try {
            if (!process.waitFor(START.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
                end();
                throw new IllegalStateException(command.get(0) + " failed; it said:\n" + said());
            }
        } catch (InterruptedException e) {
            end();
            Thread.currentThread().interrupt();
        }
    }

    /** Returns when the server listens on all its ports; fails if it ends or takes too long. */
    ServerProcess listening() {
        long end = System.nanoTime() + START.toNanos();
        for (int port : ports) {
            while (!answers(port)) {
                if (!process.isAlive() || System.nanoTime() - end > 0) {
                    throw failed("does not listen on port " + port);
                }
                pauseBriefly();
            }
        }
        // A process that could not bind has ended, even if another one answers on its port.
        if (!process.isAlive()) {
            throw failed("does not run");
        }
        return this;
    }

    private IllegalStateException failed(String why) {
        String state = process.isAlive() ? why : "ended with code " + process.exitValue();
        end();
        return new IllegalStateException("The server " + state + "; it said:\n" + said());
    }

    private static boolean answers(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    String said() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return "nothing that can be read: " + e;
        }
    }

    boolean runs() {
        return process.isAlive();
    }

    /**
     * Ends it and all processes that it started, by SIGKILL, and waits until they are gone; also in a thread that was interrupted,
     * since the next server on these ports must not meet this one.
     */
    void end() {
        List<ProcessHandle> children = process.descendants().toList();
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
        process.onExit().orTimeout(90, TimeUnit.SECONDS).join();
        children.forEach(child -> child.onExit().orTimeout(90, TimeUnit.SECONDS).join());
    }

    /** Sends a signal to it and to all processes that it started. */
    void signal(String name) {
        signal(process.pid(), name);
        process.descendants().forEach(child -> signal(child.pid(), name));
    }

    /**
     * Stops it and all processes that it started with SIGSTOP, and waits until all their threads have stopped. On a busy machine
     * some of them would otherwise go on working for a while.
     */
    void stop() {
        signal("STOP");
        long end = System.nanoTime() + START.toNanos();
        while (!hasStopped(process.pid()) || !process.descendants().allMatch(child -> hasStopped(child.pid()))) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException("Process " + process.pid() + " does not stop.");
            }
            pauseBriefly();
        }
    }

    private static boolean hasStopped(long pid) {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            return threads.allMatch(thread -> "TtZX".indexOf(state(thread)) >= 0);
        } catch (IOException e) {
            return true; // It has ended.
        }
    }

    /** Returns the state of a thread, which follows its name in parentheses. */
    private static char state(Path thread) {
        try {
            String stat = Files.readString(thread.resolve("stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2);
        } catch (IOException e) {
            return 'X';
        }
    }

    static void signal(long pid, String name) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static void pauseBriefly() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
