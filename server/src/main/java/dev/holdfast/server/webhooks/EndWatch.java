package dev.holdfast.server.webhooks;

import dev.holdfast.internal.storage.EndingHolds;
import dev.holdfast.internal.storage.EndingHolds.EndingHold;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Looks for holds that end soon, once a minute by the store's clock and a page at a time, and tells hooks of them. Used by one
 * thread.
 */
final class EndWatch {
    private static final Duration EVERY = Duration.ofMinutes(1);
    private static final int PAGE = 1_000;
    /** The store is asked for its time this often. */
    private static final long ASK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final @Nullable EndingHolds holds;
    private long asked = System.nanoTime() - ASK_NANOS;
    /** When the look began that is under way, or was the last; null before the first. */
    private @Nullable Instant begun;

    /** Those that are told by the look that is under way; empty if none is. */
    private List<Sending> told = List.of();
    /** The resource that was looked at last. */
    private String last = "";

    /** @param holds null if another server has the store: it looks there */
    EndWatch(@Nullable EndingHolds holds) {
        this.holds = holds;
    }

    /** Returns what the look finds next; null if it is not time for a look. Blocks. */
    EndingHolds.@Nullable Part next(List<Sending> all) {
        if (holds == null || (told.isEmpty() && !begin(all, holds)) || begun == null) {
            return null;
        }
        Duration longest =
                told.stream().map(EndWatch::time).max(Duration::compareTo).orElse(Duration.ZERO);
        return holds.find(begun.plus(longest), last, PAGE);
    }

    private boolean begin(List<Sending> all, EndingHolds in) {
        List<Sending> wanting = all.stream().filter(one -> !time(one).isZero()).toList();
        if (wanting.isEmpty() || System.nanoTime() - asked < ASK_NANOS) {
            return false;
        }
        asked = System.nanoTime();
        Instant now = in.now();
        // Also if the clock was set back.
        if (begun != null && Duration.between(begun, now).abs().compareTo(EVERY) < 0) {
            return false;
        }
        begun = now;
        told = wanting;
        last = "";
        told.forEach(one -> one.hook().lookForEnds(now, time(one)));
        return true;
    }

    /**
     * Tells of what was found.
     *
     * @param fresh what has happened until it was found
     * @return the hooks that may have been told
     */
    List<Sending> tell(EndingHolds.Part part, List<KeyedEvent> fresh) {
        List<Sending> some = told;
        Instant since = begun == null ? part.now() : begun;
        for (EndingHold ending : part.holds()) {
            if (fresh.stream().noneMatch(event -> isEndOf(ending, event))) {
                some.forEach(one -> one.announce(ending, since, part.now()));
            }
        }
        last = part.last();
        if (!part.more()) {
            some.forEach(one -> one.hook().lookedForEnds(since.plus(time(one))));
            told = List.of();
        }
        return some;
    }

    private static boolean isEndOf(EndingHold ending, KeyedEvent event) {
        return event.past().event().kind().ends()
                && event.past().event().resource().equals(ending.resource())
                && event.past().event().hold().fence() == ending.hold().fence()
                && event.past().event().hold().id().equals(ending.hold().id());
    }

    /** Returns how long before the end of a hold the hook is told; zero if never. */
    private static Duration time(Sending one) {
        Duration time = one.hook().options().endsSoon();
        return time == null ? Duration.ZERO : time;
    }
}
