package dev.holdfast.store.file.sidecar;

import java.time.Duration;
import java.util.List;

/** A watch on other processes and programs, which costs little while nothing happens. */
final class Lookout {
    /** Some changes leave the signature as it is; this often everything is looked at all the same. */
    private static final long MAX_PAUSE = Duration.ofSeconds(2).toNanos();

    /** Short beside the time that a waiter has to take up what was handed over. */
    private static final long MAX_WITHOUT_READING = Duration.ofSeconds(1).toNanos();

    /** Looking may take this part of the time. */
    private static final int PART = 20;

    /** So many resources are looked at before others may use the store. */
    private static final int SLICE = 200;

    private final Sidecar sidecar;
    private final Reconciler reconciler;
    private String signature = "";
    private long lastLook = System.nanoTime() - MAX_PAUSE;
    private long cost;
    private long lastRead = System.nanoTime() - MAX_PAUSE;
    private long readCost;

    Lookout(Sidecar sidecar, Reconciler reconciler) {
        this.sidecar = sidecar;
        this.reconciler = reconciler;
    }

    void look() {
        String now = sidecar.locally(sidecar.view()::signature);
        long since = System.nanoTime() - lastLook;
        if (since >= MAX_PAUSE || (!now.equals(signature) && since >= PART * cost)) {
            signature = now;
            lookAtAll();
        } else if (System.nanoTime() - lastRead >= Math.min(PART * readCost, MAX_WITHOUT_READING)
                && sidecar.isBehind()) {
            read();
        }
    }

    /** Reads the changes. Where many processes wait at the guard, reading is mostly waiting: then each reads more rarely. */
    private void read() {
        long start = System.nanoTime();
        sidecar.exclusively(() -> true);
        lastRead = System.nanoTime();
        readCost = lastRead - start;
    }

    private void lookAtAll() {
        long start = System.nanoTime();
        List<String> names = sidecar.exclusively(reconciler::names);
        for (int i = 0; i < names.size(); i += SLICE) {
            List<String> slice = names.subList(i, Math.min(i + SLICE, names.size()));
            sidecar.exclusively(() -> {
                reconciler.reconcile(slice);
                return true;
            });
        }
        lastLook = System.nanoTime();
        cost = lastLook - start;
    }
}
