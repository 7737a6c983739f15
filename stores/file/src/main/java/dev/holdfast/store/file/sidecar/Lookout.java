package dev.holdfast.store.file.sidecar;

import java.time.Duration;
import java.util.List;

/** Finds out, cheaply where nothing happened, what other processes and programs did. */
final class Lookout {
    /** Some changes leave the signature as it is; this often everything is looked at all the same. */
    private static final long LONGEST = Duration.ofSeconds(2).toNanos();

    /** A look at everything may take this part of the time. */
    private static final int PART = 20;

    /** So many resources are looked at before others may use the store. */
    private static final int SLICE = 200;

    private final Sidecar sidecar;
    private final Reconciler reconciler;
    private String signature = "";
    private long lastLook = System.nanoTime() - LONGEST;
    private long cost;

    Lookout(Sidecar sidecar, Reconciler reconciler) {
        this.sidecar = sidecar;
        this.reconciler = reconciler;
    }

    void look() {
        String now = sidecar.locally(sidecar.view()::signature);
        long since = System.nanoTime() - lastLook;
        if (since >= LONGEST || (!now.equals(signature) && since >= PART * cost)) {
            signature = now;
            lookAtAll();
        } else if (sidecar.isBehind()) {
            sidecar.exclusively(() -> true);
        }
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
