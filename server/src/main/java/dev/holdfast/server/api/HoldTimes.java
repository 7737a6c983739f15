package dev.holdfast.server.api;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Holds.Grant;
import dev.holdfast.Receipt;
import dev.holdfast.internal.base.Moments;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Measures how long holds last that this server granted and sees end. Contains no secrets. A hold that ends elsewhere is not
 * measured, and forgotten when there are too many. Thread-safe.
 */
final class HoldTimes {
    private static final int MAX_OPEN = 100_000;
    /** The characters of all names and owners together. */
    private static final int MAX_CHARACTERS = 8 << 20;

    private final Map<Name, Begin> open = new LinkedHashMap<>();
    private final Timer timer;
    private final int max;
    private int characters;

    /** A receipt on one resource: several resources may have the same receipt. */
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
            // A hold that was acquired again has lasted for a while already.
            long before = Math.max(0, Moments.nanos(Duration.between(hold.since(), grant.asOf())));
            Receipt receipt = grant.receipts().get(i);
            Name name = new Name(receipt.resource(), receipt.holdId());
            Begin begin = new Begin(hold.owner().id(), now - before);
            if (open.putIfAbsent(name, begin) == null) {
                characters += characters(name, begin);
            }
        }
        for (Iterator<Map.Entry<Name, Begin>> all = open.entrySet().iterator();
                open.size() > max || characters > MAX_CHARACTERS; ) {
            Map.Entry<Name, Begin> oldest = all.next();
            characters -= characters(oldest.getKey(), oldest.getValue());
            all.remove();
        }
    }

    private static int characters(Name name, Begin begin) {
        return name.resource.length() + begin.owner.length();
    }

    synchronized void ended(Collection<Receipt> receipts) {
        receipts.forEach(receipt -> ended(new Name(receipt.resource(), receipt.holdId())));
    }

    /** Measures holds that another user ended. */
    synchronized void ended(String resource, List<Hold> holds) {
        for (Hold hold : holds) {
            hold.entries().forEach(id -> ended(new Name(resource, id)));
        }
    }

    /** Measures all holds of an owner on these resources. */
    synchronized void endedOf(String owner, Predicate<String> resources) {
        List<Name> its = open.entrySet().stream()
                .filter(one -> one.getValue().owner().equals(owner)
                        && resources.test(one.getKey().resource()))
                .map(Map.Entry::getKey)
                .toList();
        its.forEach(this::ended);
    }

    /** Measures all holds. */
    synchronized void allEnded() {
        List.copyOf(open.keySet()).forEach(this::ended);
    }

    private void ended(Name name) {
        Begin begin = open.remove(name);
        if (begin != null) {
            characters -= characters(name, begin);
            timer.record(Duration.ofNanos(System.nanoTime() - begin.nanos()));
        }
    }
}
