package dev.holdfast.check;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs the tests of modules that have been built, several JVMs at a time whatever module they belong to: most tests wait rather
 * than work. The script {@code check} calls it. Exit code 0 if all passed, 1 if not, 64 if there was nothing to run.
 */
public final class Check {
    private static final int PROGRESS_SECONDS = 15;
    /** The times of classes on two idle cores, for the order of a first run. */
    private static final String KNOWN_TIMES = "testkit/check/times.tsv";

    private final Options options;
    private final Times times;
    private final Schedule schedule;
    private final Progress progress;
    private final Report report = new Report();

    private Check(Options options, List<Suite> suites, Times times, PrintStream out) {
        this.options = options;
        this.times = times;
        this.schedule = new Schedule(suites, times);
        this.progress = new Progress(out, suites, times, options.workers());
    }

    public static void main(String[] arguments) throws Exception {
        Options options = Options.of(arguments);
        List<Suite> suites = new ArrayList<>();
        for (String module : options.modules()) {
            for (Suite suite : Suite.read(options.root(), module, options.build())) {
                List<String> wanted =
                        suite.classes().stream().filter(options::wants).toList();
                if (!wanted.isEmpty()) {
                    suites.add(suite.withClasses(wanted));
                }
            }
        }
        if (suites.isEmpty()) {
            System.err.println("check: no test " + options.test() + " in " + String.join(", ", options.modules()));
            System.exit(64);
        }
        System.exit(run(options, suites, System.out));
    }

    /** Runs those tests and returns the exit code. */
    static int run(Options options, List<Suite> suites, PrintStream out) throws Exception {
        Path ownTimes = options.logs().resolve(Extent.all() ? "times-all.tsv" : "times.tsv");
        Times times = Times.read(List.of(options.root().resolve(KNOWN_TIMES), ownTimes));
        Check check = new Check(options, suites, times, out);
        check.prepareLogs();
        check.serveAndTell();
        check.progress.print();
        check.report.print(out);
        check.report.write(options.logs().resolve("results.tsv"));
        check.report.writeClasses(options.logs().resolve("classes.tsv"));
        check.report.writeRepeats(options.logs().resolve("repeat.txt"));
        times.write(ownTimes);
        return check.report.count(Result.State.FAILED) == 0 ? 0 : 1;
    }

    private void serveAndTell() throws InterruptedException, ExecutionException {
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        ScheduledFuture<?> lines =
                timer.scheduleAtFixedRate(progress::print, PROGRESS_SECONDS, PROGRESS_SECONDS, TimeUnit.SECONDS);
        try {
            serveAll();
        } finally {
            lines.cancel(false);
            timer.shutdownNow();
        }
    }

    private void prepareLogs() throws IOException {
        Files.createDirectories(options.logs());
        try (Stream<Path> old = Files.walk(options.logs())) {
            for (Path file :
                    old.filter(path -> path.toString().endsWith(".txt")).toList()) {
                Files.delete(file);
            }
        }
    }

    private void serveAll() throws InterruptedException, ExecutionException {
        ExecutorService slots = Executors.newFixedThreadPool(options.workers());
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int slot = 0; slot < options.workers(); slot++) {
                all.add(slots.submit(() -> {
                    serve();
                    return null;
                }));
            }
            for (Future<?> slot : all) {
                slot.get();
            }
        } finally {
            slots.shutdownNow();
        }
    }

    /** Serves one module after the other until nothing is left. */
    private void serve() throws IOException {
        for (Suite suite = schedule.join(); suite != null; suite = schedule.join()) {
            try {
                serve(suite);
            } finally {
                schedule.leave(suite);
            }
        }
    }

    private void serve(Suite suite) throws IOException {
        String next = schedule.next(suite);
        while (next != null) {
            try (Fork fork = Fork.start(suite, options.logs(), options.method())) {
                boolean usable = true;
                while (next != null && usable) {
                    usable = run(suite, fork, next);
                    next = schedule.next(suite);
                }
            }
        }
    }

    private boolean run(Suite suite, Fork fork, String className) {
        progress.begin(suite.module(), className);
        long begin = System.nanoTime();
        double used = fork.processorSeconds();
        boolean usable = fork.run(className, result -> {
            progress.add(result);
            report.add(suite.module(), result);
        });
        double seconds = (System.nanoTime() - begin) / 1e9;
        if (options.method().isEmpty()) {
            times.put(suite.module(), className, seconds);
        }
        report.took(suite.module(), className, seconds, Math.max(0, fork.processorSeconds() - used));
        progress.end(className);
        return usable;
    }
}
