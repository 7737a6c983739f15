package dev.holdfast.bench.peer;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

/**
 * The behaviour of a library, as measured with real processes.
 *
 * @param lines the lines of code that an application needs
 * @param threadsExclude whether a second thread of one process is refused
 * @param freeAfterKill the time from the kill of the holder to the grant to another process
 * @param takenAway how the holder is told that its lock was removed
 * @param stopped how the holder is told that its lock ended while its process was stopped
 */
public record Behaviour(int lines, boolean threadsExclude, Duration freeAfterKill, String takenAway, String stopped) {
    private static final Duration LONGEST = Duration.ofMinutes(7);
    /** Longer than any of the libraries takes to renew. */
    private static final Duration NOTICE = Duration.ofSeconds(35);

    private static final long PAUSE_MILLIS = 20;

    /**
     * Measures one library.
     *
     * @param stopping whether to stop a holder until its lease has ended, which takes as long
     */
    public static Behaviour of(Peer peer, String address, boolean stopping) throws Exception {
        try (JobLock library = peer.opening().open(address)) {
            return new Behaviour(
                    peer.lines(),
                    threadsExclude(library),
                    freeAfterKill(peer, library, address),
                    takenAway(peer, library, address),
                    stopping ? stopped(peer, library, address) : "");
        }
    }

    private static boolean threadsExclude(JobLock library) throws Exception {
        CompletableFuture<Boolean> second = new CompletableFuture<>();
        boolean ran = library.run(
                () -> {
                    Thread other = new Thread(() -> {
                        try {
                            second.complete(library.run(() -> {}, () -> {}));
                        } catch (Exception e) {
                            second.completeExceptionally(e);
                        }
                    });
                    other.start();
                    second.join();
                },
                () -> {});
        if (!ran) {
            throw new IllegalStateException("A free lock was refused.");
        }
        return !second.join();
    }

    private static Duration freeAfterKill(Peer peer, JobLock library, String address) throws Exception {
        try (HolderProcess holder = HolderProcess.start(peer, address)) {
            requireHeld(peer, library);
            long killed = System.nanoTime();
            holder.kill();
            awaitFree(peer, library);
            return Duration.ofNanos(System.nanoTime() - killed);
        }
    }

    private static String takenAway(Peer peer, JobLock library, String address) throws Exception {
        try (HolderProcess holder = HolderProcess.start(peer, address)) {
            requireHeld(peer, library);
            library.takeAway();
            return told(holder);
        }
    }

    private static String stopped(Peer peer, JobLock library, String address) throws Exception {
        try (HolderProcess holder = HolderProcess.start(peer, address)) {
            holder.signal("STOP");
            awaitFree(peer, library);
            holder.signal("CONT");
            return told(holder);
        }
    }

    private static void requireHeld(Peer peer, JobLock library) throws Exception {
        if (library.run(() -> {}, () -> {})) {
            throw new IllegalStateException(peer.name() + " let two processes run the job.");
        }
    }

    private static void awaitFree(Peer peer, JobLock library) throws Exception {
        long began = System.nanoTime();
        while (!library.run(() -> {}, () -> {})) {
            if (System.nanoTime() - began > LONGEST.toNanos()) {
                throw new IllegalStateException(peer.name() + " did not become free within " + LONGEST + ".");
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    private static String told(HolderProcess holder) throws IOException, InterruptedException {
        long began = System.nanoTime();
        if ("lost".equals(holder.next(NOTICE))) {
            return "after " + seconds(Duration.ofNanos(System.nanoTime() - began));
        }
        return holder.endsWithAFailure() ? "only at the end of the job" : "no";
    }

    /** Returns a duration for people. */
    public static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
    }
}
