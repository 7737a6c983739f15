package dev.holdfast.it.processes;

import dev.holdfast.Acquisition;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.StoreUnreachableException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * The main program of a process that takes and gives one lock under a clock that jumps, until a file named {@code stop}
 * appears. It says for each time how long it could believe to hold: from after the grant to the last moment before it was
 * still sure; and whether it lost the lock and was told.
 */
final class JumpedWorker {
    static final String CLOCK = "clock";

    private JumpedWorker() {}

    /** Arguments: the store's address, the folder of the clock and the stop file, the time to live in milliseconds or 0, a seed. */
    public static void main(String[] args) throws Exception {
        ProcessHandle parent = ProcessHandle.current().parent().orElseThrow();
        long ttl = Long.parseLong(args[2]);
        Random random = new Random(Long.parseLong(args[3]));
        LockRequest request = LockRequest.of(Worker.RESOURCE);
        if (ttl > 0) {
            request = request.ttl(Duration.ofMillis(ttl));
        }
        JumpingClock clock = new JumpingClock(Path.of(args[1], CLOCK));
        ManagerOptions options = ManagerOptions.DEFAULT.clocks(clock, System::nanoTime);
        try (LockManager locks = LockManager.open(args[0], options)) {
            while (Worker.goesOn(Path.of(args[1]), parent)) {
                boolean waits = random.nextInt(6) == 0;
                try {
                    tryOnce(locks, waits ? request.timeout(Duration.ofMillis(500)) : request, random);
                } catch (StoreUnreachableException e) {
                    // Nothing was changed: on a busy machine, the process that writes may be stopped for long.
                }
                LockSupport.parkNanos(1_000_000 + random.nextInt(5_000_000));
            }
        }
    }

    private static void tryOnce(LockManager locks, LockRequest request, Random random) throws Exception {
        Acquisition tried = locks.tryAcquire(request);
        if (tried.granted()) {
            try (LockHandle handle = tried.orThrow()) {
                hold(handle, random.nextInt(40_000_000));
            }
        }
    }

    private static void hold(LockHandle handle, long nanos) throws Exception {
        long begin = System.nanoTime();
        long sure = begin;
        boolean held = handle.isHeld();
        while (held && sure - begin < nanos) {
            LockSupport.parkNanos(500_000);
            long before = System.nanoTime();
            held = handle.isHeld();
            sure = held ? before : sure;
        }
        System.out.println(handle.fence() + " " + begin + " " + sure + " " + (held ? "held" : told(handle)));
        System.out.flush();
    }

    /** Waits until it hears of its loss, or that the store still has its hold, which an hour's jump leaves open for a moment. */
    private static String told(LockHandle handle) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (System.nanoTime() - end < 0) {
            if (handle.lost().isDone()) {
                return "told";
            }
            if (handle.isHeld()) {
                return "held";
            }
            Thread.sleep(1);
        }
        return "untold";
    }
}
