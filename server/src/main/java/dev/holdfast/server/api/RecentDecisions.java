package dev.holdfast.server.api;

import dev.holdfast.Holds.Grant;
import dev.holdfast.Refusal;
import dev.holdfast.internal.views.LockJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The latest decisions of this server about requests: how long callers waited, and why they were refused. Thread-safe. */
final class RecentDecisions {
    private static final int MAX_KEPT = 10_000;

    private final Instant since = Instant.now();
    private final Deque<Decision> kept = new ArrayDeque<>();

    /**
     * A decision about one resource.
     *
     * @param waited how long the caller waited; null if it did not ask to wait
     * @param why the reason of a refusal; empty if it was granted
     */
    record Decision(Instant at, String resource, @Nullable Duration waited, String why) {}

    void add(Grant grant, Duration took, boolean waiting) {
        Instant at = grant.asOf();
        Duration waited = waiting ? took : null;
        if (grant.granted()) {
            grant.receipts().forEach(receipt -> add(new Decision(at, receipt.resource(), waited, "")));
        } else {
            Refusal refusal = grant.refusals().get(0);
            add(new Decision(at, refusal.resource(), waited, LockJson.label(refusal.reason())));
        }
    }

    private synchronized void add(Decision decision) {
        kept.add(decision);
        if (kept.size() > MAX_KEPT) {
            kept.remove();
        }
    }

    /** Returns the decisions since a moment, the oldest first. */
    synchronized List<Decision> after(Instant from) {
        List<Decision> found = new ArrayList<>();
        for (Decision decision : kept) {
            if (!decision.at().isBefore(from)) {
                found.add(decision);
            }
        }
        return found;
    }

    /** Returns from when on no decision is missing. */
    synchronized Instant complete() {
        Decision oldest = kept.peek();
        return kept.size() < MAX_KEPT || oldest == null ? since : oldest.at();
    }
}
