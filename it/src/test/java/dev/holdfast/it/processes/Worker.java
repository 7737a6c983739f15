package dev.holdfast.it.processes;

import dev.holdfast.Acquisition;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Mode;
import dev.holdfast.testkit.TenureLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * The main program of a process that takes and gives one lock in a loop until a file named {@code stop} appears, and counts
 * in between. Takes it by turns in both ways: in line, and by trying again and again.
 */
final class Worker {
    static final String RESOURCE = "counter";
    static final String LOG = "log";
    static final String INSIDE = "inside";
    static final String STOP = "stop";
    /** Ends a worker that nobody lets in, which no busy machine explains. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final int ONE_IN_LINE_OF = 12;
    /** So often it stays inside for long enough to be killed there. */
    private static final int LINGERS_ONE_OF = 30;

    private final LockManager locks;
    private final Random random;
    private final long pid = ProcessHandle.current().pid();

    private Worker(LockManager locks, Random random) {
        this.locks = locks;
        this.random = random;
    }

    /** Arguments: the store's address, the folder of the counter, a seed. */
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[1]);
        ProcessHandle parent = ProcessHandle.current().parent().orElseThrow();
        try (LockManager locks = LockManager.open(args[0]);
                CountedLog log = new CountedLog(folder.resolve(LOG));
                TenureLog tenures = TenureLog.inFile(
                        folder.resolve("tenures." + ProcessHandle.current().pid()))) {
            Worker worker = new Worker(locks, new Random(Long.parseLong(args[2])));
            Inside inside = new Inside(folder.resolve(INSIDE));
            while (goesOn(folder, parent)) {
                worker.once(log, inside, tenures);
            }
        }
    }

    /** Until it is told to stop, or whoever would tell it is gone. */
    static boolean goesOn(Path folder, ProcessHandle parent) {
        return parent.isAlive() && !Files.exists(folder.resolve(STOP));
    }

    private void once(CountedLog log, Inside inside, TenureLog tenures) throws IOException, InterruptedException {
        try (LockHandle handle = take()) {
            TenureLog.Open tenure = tenures.begin(RESOURCE, Long.toString(pid), Mode.EXCLUSIVE, handle.fence());
            long entered = System.nanoTime();
            long dead = inside.enter(pid);
            long number = log.lastNumber();
            LockSupport.parkNanos(random.nextInt(random.nextInt(LINGERS_ONE_OF) == 0 ? 40_000_000 : 300_000));
            log.append(new CountedLog.Line(number + 1, handle.fence(), pid, entered, dead));
            inside.leave();
            tenure.close();
        }
        LockSupport.parkNanos(random.nextInt(2_000_000));
    }

    private LockHandle take() throws InterruptedException {
        if (random.nextInt(ONE_IN_LINE_OF) == 0) {
            return locks.acquire(LockRequest.of(RESOURCE).timeout(PATIENCE));
        }
        long end = System.nanoTime() + PATIENCE.toNanos();
        Acquisition tried = locks.tryAcquire(RESOURCE);
        while (!tried.granted() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(1_000_000 + random.nextInt(4_000_000));
            tried = locks.tryAcquire(RESOURCE);
        }
        return tried.orThrow();
    }
}
