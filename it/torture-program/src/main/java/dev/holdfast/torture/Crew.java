package dev.holdfast.torture;

import dev.holdfast.testkit.Child;
import dev.holdfast.torture.history.History;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The worker processes of one run. A killed one is replaced by a new one with another name. */
final class Crew implements AutoCloseable {
    private static final long END_SECONDS = 150;

    private final Path folder;
    private final String address;
    private final int register;
    private final Options options;
    private final List<Child> workers = new ArrayList<>();
    private int started;

    private Crew(Path folder, String address, int register, Options options) {
        this.folder = folder;
        this.address = address;
        this.register = register;
        this.options = options;
    }

    static Crew start(Path folder, String address, int register, Options options) throws IOException {
        Crew crew = new Crew(folder, address, register, options);
        for (int i = 0; i < options.processes(); i++) {
            crew.workers.add(crew.worker());
        }
        return crew;
    }

    private Child worker() throws IOException {
        int number = ++started;
        Assignment assignment = new Assignment(
                folder,
                "w" + number,
                address,
                register,
                options.seed() + number * 1_000_003L,
                options.threads(),
                options.lease(),
                Options.COOLDOWN,
                !options.stops(),
                options.jumps(),
                options.flaw());
        return Child.start(folder, List.of("-Xmx192m"), Worker.class, assignment.arguments());
    }

    int size() {
        return workers.size();
    }

    void stop(int number) throws IOException, InterruptedException {
        workers.get(number).signal("STOP");
    }

    void resume(int number) throws IOException, InterruptedException {
        workers.get(number).signal("CONT");
    }

    /** Returns whether it still ran. */
    boolean runs(int number) {
        return workers.get(number).runs();
    }

    /** Kills one and starts another in its place. */
    void replace(int number) throws IOException, InterruptedException {
        Child worker = workers.get(number);
        worker.kill();
        worker.process().waitFor();
        workers.set(number, worker());
    }

    /** Lets all finish what they are doing, and records each that does not end as it should. */
    void finish(History history) throws IOException, InterruptedException {
        for (Child worker : workers) {
            worker.process().getOutputStream().close();
        }
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(END_SECONDS);
        for (Child worker : workers) {
            boolean ended = worker.process().waitFor(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            if (!ended || worker.process().exitValue() != 0) {
                String what = ended
                        ? "Process " + worker.pid() + " ended with "
                                + worker.process().exitValue()
                        : "Process " + worker.pid() + " did not end within " + END_SECONDS + " s";
                history.operation(Kind.PROCESS)
                        .note(what + "; " + worker.errors())
                        .happened(Outcome.ERROR);
            }
        }
    }

    @Override
    public void close() {
        workers.forEach(Child::close);
    }
}
