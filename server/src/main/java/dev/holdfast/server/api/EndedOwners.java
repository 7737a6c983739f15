package dev.holdfast.server.api;

import dev.holdfast.internal.base.RecentMap;
import dev.holdfast.internal.rules.OwnerEnded;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.options.Quotas;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The number of owners that each user has ended. The store keeps a record of each for a day, so that one user could fill it. Several
 * servers count apart. Thread-safe.
 */
final class EndedOwners {
    private static final int MAX_USERS = 10_000;
    private static final Duration DAY = OwnerEnded.LIFE;

    private final Quotas quotas;
    private final LongSupplier nanos;
    private final Map<String, Count> counts = new RecentMap<>(MAX_USERS);

    /** The number of owners since a moment of this machine's steady clock. */
    private record Count(long since, int owners) {}

    EndedOwners(Quotas quotas, LongSupplier nanos) {
        this.quotas = quotas;
        this.nanos = nanos;
    }

    /** Counts one more, or throws a {@link Problem} if the caller has ended too many within a day. */
    void count(Caller caller) {
        long most = LockQuota.mostEnded(quotas.of(caller));
        if (most == 0) {
            return;
        }
        long now = nanos.getAsLong();
        synchronized (counts) {
            Count known = counts.get(caller.name());
            Count next = known != null && now - known.since < DAY.toNanos()
                    ? new Count(known.since, known.owners + 1)
                    : new Count(now, 1);
            if (next.owners > most) {
                throw Problem.quota("You may end at most " + most
                                + " owners within a day. Release holds by their receipts instead.")
                        .header("Retry-After", "600");
            }
            counts.put(caller.name(), next);
        }
    }
}
