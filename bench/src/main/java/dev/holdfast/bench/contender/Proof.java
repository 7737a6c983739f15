package dev.holdfast.bench.contender;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Makes sure that a contender locks, before anybody measures how fast it does. */
public final class Proof {
    private static final int CONNECTIONS = 2;

    private Proof() {}

    /** Throws unless what one client has is refused to another one until it is given back, and readers are let in together. */
    public static void of(Entrant entrant, String address) throws Exception {
        try (Contender one = entrant.open(address, CONNECTIONS);
                Contender other = entrant.open(address, CONNECTIONS)) {
            Contender.Lock held = one.exclusive("proof");
            Contender.Lock wanted = other.exclusive("proof");
            require(entrant, held.tryTake(), "does not grant a free lock");
            require(entrant, !elsewhere(wanted), "grants a lock twice");
            held.giveBack();
            require(entrant, wanted.tryTake(), "does not grant a lock that was given back");
            wanted.giveBack();
            if (entrant.shares()) {
                Contender.Lock reader = one.shared("proof-shared");
                Contender.Lock second = other.shared("proof-shared");
                require(entrant, reader.tryTake() && second.tryTake(), "does not let two readers in");
                reader.giveBack();
                second.giveBack();
            }
        }
    }

    /** Some locks belong to a thread. */
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
