package dev.holdfast.bench.contender;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Makes sure that a contender locks, before its speed is measured. */
public final class Proof {
    private static final int CONNECTIONS = 2;

    private Proof() {}

    /** Throws unless a lock of one client is refused to another until its release, and readers can share one. */
    public static void of(Entrant entrant, String address) throws Exception {
        try (Contender one = entrant.open(address, CONNECTIONS);
                Contender other = entrant.open(address, CONNECTIONS)) {
            Contender.Lock held = one.exclusive("proof");
            Contender.Lock wanted = other.exclusive("proof");
            require(entrant, held.tryTake(), "does not grant a free lock");
            require(entrant, !elsewhere(wanted), "grants a lock twice");
            held.release();
            require(entrant, wanted.tryTake(), "does not grant a lock that was released");
            wanted.release();
            if (entrant.shares()) {
                Contender.Lock reader = one.shared("proof-shared");
                Contender.Lock second = other.shared("proof-shared");
                require(entrant, reader.tryTake() && second.tryTake(), "does not let two readers in");
                reader.release();
                second.release();
            }
        }
    }

    /** Tries in another thread, since some locks belong to a thread. */
    private static boolean elsewhere(Contender.Lock lock) throws Exception {
        return CompletableFuture.supplyAsync(() -> {
                    try {
                        return lock.tryTake();
                    } catch (Exception e) {
                        throw new CompletionException(e);
                    }
                })
                .get(Contender.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private static void require(Entrant entrant, boolean fact, String otherwise) {
        if (!fact) {
            throw new IllegalStateException(entrant + " " + otherwise + ".");
        }
    }
}
