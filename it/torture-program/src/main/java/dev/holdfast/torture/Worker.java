package dev.holdfast.torture;

import dev.holdfast.LockManager;
import dev.holdfast.torture.history.History;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The main program of a process that uses locks until its input ends. */
final class Worker {
    private volatile boolean ends;

    private Worker() {}

    public static void main(String[] args) throws Exception {
        new Worker().work(Assignment.of(args));
        System.exit(0);
    }

    private void work(Assignment assignment) throws InterruptedException, ExecutionException {
        Thread input = new Thread(this::awaitEnd, "input");
        input.setDaemon(true);
        input.start();
        JumpingClock clock = new JumpingClock(assignment.jumps(), new Random(assignment.seed()));
        ExecutorService pool = Executors.newCachedThreadPool();
        try (History history = History.create(assignment.folder(), assignment.name());
                LockManager locks = Opening.open(assignment.address(), assignment, clock)) {
            List<Future<?>> working = new ArrayList<>();
            for (int i = 0; i < assignment.threads(); i++) {
                int thread = i;
                working.add(pool.submit(() -> work(assignment, locks, history, pool, thread)));
            }
            for (Future<?> one : working) {
                one.get();
            }
        }
    }

    private Void work(Assignment assignment, LockManager locks, History history, ExecutorService pool, int thread)
            throws InterruptedException {
        Random random = new Random(assignment.seed() * 31 + thread);
        Flaw flaw = assignment.flaw();
        try (RegisterClient register = new RegisterClient(assignment.register())) {

            Hand hand = new Hand(locks, history, register, flaw == Flaw.DEAF, flaw == Flaw.NO_LOCK && thread == 0);
            Deeds deeds = new Deeds(assignment, locks, hand, random, pool, thread, () -> !ends);
            while (!ends) {
                deeds.one();
            }
        }
        return null;
    }

    /** Waits until the process that started it closes its input, or has ended. */
    private void awaitEnd() {
        try {
            while (System.in.read() >= 0) {
                // nothing is said to it
            }
        } catch (IOException e) {
            // the same as its end
        }
        ends = true;
    }
}
