package dev.holdfast.server.api;

import dev.holdfast.Grant;
import dev.holdfast.Receipt;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.HoldId;
import dev.holdfast.rules.Moments;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The holds that this server granted and has not yet seen end, without their secrets: it measures how long each lasts. A hold
 * that ends elsewhere is not measured, and forgotten when there are too many. Thread-safe.
 */
final class HoldTimes {
    private static final int MAX_OPEN = 100_000;

    private final Map<Name, Begin> open = new LinkedHashMap<>();
    private final Timer timer;
    private final int max;

    /** One receipt on one resource: several resources are taken by one receipt. */
    private record Name(String resource, HoldId id) {}

    /** When it began, by this machine's steady clock. */
    private record Begin(String owner, long nanos) {}

    HoldTimes(Timer timer) {
        this(timer, MAX_OPEN);
    }

    HoldTimes(Timer timer, int max) {
        this.timer = timer;
        this.max = max;
    }

    synchronized void began(Grant grant) {
        long now = System.nanoTime();
        for (int i = 0; i < grant.holds().size(); i++) {
            Hold hold = grant.holds().get(i);
            // One that was entered before has lasted for a while already.
            long before = Math.max(0, Moments.nanos(Duration.between(hold.since(), grant.asOf())));
            Receipt receipt = grant.receipts().get(i);
            open.putIfAbsent(
                    new Name(receipt.resource(), receipt.holdId()),
                    new Begin(hold.owner().id(), now - before));
        }
        for (Iterator<Name> oldest = open.keySet().iterator(); open.size() > max; ) {
            oldest.next();
            oldest.remove();
        }
    }

    synchronized void ended(Collection<Receipt> receipts) {
        receipts.forEach(receipt -> ended(new Name(receipt.resource(), receipt.holdId())));
    }

    /** The same for holds that somebody else ended. */
    synchronized void ended(String resource, List<Hold> holds) {
        for (Hold hold : holds) {
            hold.entries().forEach(id -> ended(new Name(resource, id)));
        }
    }

    /** The same for all that an owner had on those resources. */
    synchronized void endedOf(String owner, Predicate<String> resources) {
        List<Name> its = open.entrySet().stream()
                .filter(one -> one.getValue().owner().equals(owner)
                        && resources.test(one.getKey().resource()))
                .map(Map.Entry::getKey)
                .toList();
        its.forEach(this::ended);
    }

    /** The same for every hold there is. */
    synchronized void allEnded() {
        List.copyOf(open.keySet()).forEach(this::ended);
    }

    private void ended(Name name) {
        Begin begin = open.remove(name);
        if (begin != null) {
            timer.record(Duration.ofNanos(System.nanoTime() - begin.nanos()));
        }
    }
}
