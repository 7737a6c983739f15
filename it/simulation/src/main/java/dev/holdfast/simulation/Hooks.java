package dev.holdfast.simulation;

import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The methods that rewritten classes call instead of the JDK. Public, since those live in a class loader of their own. */
public final class Hooks {
    private Hooks() {}

    /** Throws it again if it ends the program: what the product catches must not keep it alive. */
    public static void caught(Throwable failure) {
        if (failure instanceof Killed killed) {
            throw killed;
        }
    }

    /** Lets another thread run, if the seed says so. Does nothing while a class is initialised, before any schedule. */
    public static void point() {
        Scheduler scheduler = Carrier.schedulerHere();
        if (scheduler != null) {
            scheduler.point();
        }
    }

    public static void park() {
        Scheduler.here().park(Long.MAX_VALUE);
    }

    public static void park(Object blocker) {
        park();
    }

    public static void parkNanos(long nanos) {
        Scheduler scheduler = Scheduler.here();
        if (nanos > 0) {
            scheduler.park(deadline(scheduler, nanos));
        }
    }

    public static void parkNanos(Object blocker, long nanos) {
        parkNanos(nanos);
    }

    public static void unpark(@Nullable Thread thread) {
        Scheduler.here().unpark(thread);
    }

    public static long nanoTime() {
        Scheduler scheduler = Scheduler.here();
        return scheduler.program().monotonic(scheduler.now());
    }

    public static Thread currentThread() {
        return Scheduler.here().currentThread();
    }

    public static void start(Thread thread) {
        Scheduler.here().start(thread);
    }

    public static void join(Thread thread, long millis) {
        Scheduler.here().join(thread, millis * 1_000_000);
    }

    public static boolean interrupted() {
        return Scheduler.here().interrupted(true);
    }

    public static boolean isInterrupted(Thread thread) {
        return Scheduler.here().interrupted(false);
    }

    public static void interrupt(Thread thread) {
        Scheduler.here().interrupt(thread);
    }

    public static void enter(Object object) {
        Scheduler.here().monitors().enter(object);
    }

    public static void exit(Object object) {
        Scheduler.here().monitors().exit(object);
    }

    public static void await(Object object) throws InterruptedException {
        Scheduler.here().monitors().await(object, 0);
    }

    public static void await(Object object, long millis) throws InterruptedException {
        Scheduler.here().monitors().await(object, millis);
    }

    public static void notifyAll(Object object) {
        Scheduler.here().monitors().notifyAll(object);
    }

    /** Waits for the answer, as {@link CompletableFuture#join} does. */
    public static @Nullable Object join(CompletableFuture<?> future) {
        Scheduler scheduler = Scheduler.here();
        Thread me = scheduler.currentThread();
        if (!future.isDone()) {
            CompletableFuture<?> wake = future.whenComplete((value, failure) -> scheduler.unpark(me));
            while (!wake.isDone()) {
                scheduler.park(Long.MAX_VALUE);
            }
        }
        return future.join();
    }

    /** Returns the bytes of a secret: the same ones for the same seed. */
    public static byte[] secret(Object entropy) {
        byte[] bytes = new byte[16];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Scheduler.here().random(256);
        }
        return bytes;
    }

    public static UUID uuid() {
        Scheduler scheduler = Scheduler.here();
        return new UUID(scheduler.random(0, Long.MAX_VALUE), scheduler.random(0, Long.MAX_VALUE));
    }

    /** Returns a hash code that is the same in every run, for objects that have none of their own. */
    public static int hash(Object object) {
        return Scheduler.here().hash(object);
    }

    public static int hash(Enum<?> constant) {
        return constant.name().hashCode();
    }

    /** Ends a schedule that uses what cannot be simulated. */
    public static void refuse(String why) {
        Scheduler.here().fail(why);
    }

    private static long deadline(Scheduler scheduler, long nanos) {
        long end = scheduler.now() + nanos;
        return end < 0 ? Long.MAX_VALUE : end;
    }
}
