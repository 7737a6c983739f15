package dev.holdfast.bench;

import com.sun.management.ThreadMXBean;
import dev.holdfast.bench.Comparison.Pace;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Threads that run their tasks for a slice of time at a time, and rest in between. */
final class Load implements AutoCloseable {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final Duration MAX_WARM_UP = Duration.ofSeconds(30);
    private static final Duration MAX_TASK = Duration.ofSeconds(90);

    private final List<Task> tasks = new ArrayList<>();
    private final ExecutorService threads;
    private volatile boolean stopped;

    /** Makes the task of one thread, given its number. */
    interface Tasks {
        Task of(int thread) throws Exception;
    }

    Load(int threads, Tasks tasks) throws Exception {
        this.threads = Executors.newFixedThreadPool(threads, work -> {
            Thread thread = new Thread(work, "bench");
            thread.setDaemon(true);
            return thread;
        });
        for (int i = 0; i < threads; i++) {
            this.tasks.add(tasks.of(i));
        }
    }

    /** Runs all threads for a time and returns the result; a task in progress at its end is finished and counted. */
    Sample run(Duration slice) throws Exception {
        stopped = false;
        List<Future<Sample>> running = new ArrayList<>();
        long start = System.nanoTime();
        for (Task task : tasks) {
            running.add(threads.submit(() -> run(task)));
        }
        Thread.sleep(slice.toMillis());
        stopped = true;
        long count = 0;
        long cpu = 0;
        long bytes = 0;
        for (Future<Sample> thread : running) {
            Sample part = result(thread);
            count += part.count();
            cpu += part.cpuNanos();
            bytes += part.bytes();
        }
        return new Sample(count, System.nanoTime() - start, cpu, bytes);
    }

    /** Runs until the compiler has optimised the code, which takes longer on a busy machine. */
    void warmUp(Pace pace) throws Exception {
        long start = System.nanoTime();
        long count = 0;
        while (count < pace.warmUps() && System.nanoTime() - start < MAX_WARM_UP.toNanos()) {
            count += run(pace.slice()).count();
        }
    }

    private Sample run(Task task) throws Exception {
        long cpu = THREADS.getCurrentThreadCpuTime();
        long bytes = THREADS.getCurrentThreadAllocatedBytes();
        long count = 0;
        while (!stopped) {
            task.once();
            count++;
        }
        return new Sample(
                count, 0, THREADS.getCurrentThreadCpuTime() - cpu, THREADS.getCurrentThreadAllocatedBytes() - bytes);
    }

    private static Sample result(Future<Sample> thread) throws Exception {
        try {
            return thread.get(MAX_TASK.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    @Override
    public void close() {
        stopped = true;
        threads.shutdown();
    }
}
