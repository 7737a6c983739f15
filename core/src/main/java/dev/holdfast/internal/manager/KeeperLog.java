package dev.holdfast.internal.manager;

import dev.holdfast.Loss;
import dev.holdfast.internal.base.Moments;
import dev.holdfast.internal.storage.Log;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The log of a keeper: renewals that fail and work again, holds that are lost, rounds that come late. One line for each change
 * of state, and few for many holds at a time.
 */
final class KeeperLog {
    /** A pause between two rounds that is this long costs holds their time. */
    private static final long LATE_NANOS = 5_000_000_000L;

    private static final int MAX_NAMED = 3;

    private final LogThrottle renewals = new LogThrottle("holds with a change of their renewals");
    private final LogThrottle losses = new LogThrottle("lost holds");
    private final LogThrottle delays = new LogThrottle("late rounds");
    /** The handles that were not renewed in time. */
    private final Set<KeptHandle> failing = ConcurrentHashMap.newKeySet();

    private volatile boolean hangs;

    /** Takes note of a round of renewals: those of the handles that are still due were not renewed. */
    void renewed(List<KeptHandle> due, @Nullable RuntimeException failure) {
        List<KeptHandle> fresh = new ArrayList<>();
        List<KeptHandle> back = new ArrayList<>();
        for (KeptHandle handle : due) {
            Duration age = handle.sinceRenewal();
            Duration every = handle.renewEvery();
            if (age.compareTo(every) < 0) {
                if (!failing.isEmpty() && failing.remove(handle)) {
                    back.add(handle);
                }
            } else if (handle.isHeld() // a busy record may be free at the next try
                    && (failure != null || age.compareTo(every.multipliedBy(2)) >= 0)
                    && failing.add(handle)) {
                fresh.add(handle);
            }
        }
        if (!fresh.isEmpty()) {
            String why = failure == null
                    ? "Another change keeps the record busy."
                    : failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
            renewals.warning("Not renewed: " + names(fresh) + ". " + left(fresh) + " " + why);
        }
        if (!back.isEmpty()) {
            renewals.info("Renewed again: " + names(back) + ". " + left(back));
        }
    }

    /** Takes note that the store has not answered a round for long. */
    void hangs(Collection<KeptHandle> handles, long nanos) {
        if (!hangs) {
            hangs = true;
            delays.warning("The store has not answered the keeper for " + Log.seconds(nanos) + ". " + left(handles));
        }
    }

    /** Takes note of the pause before a round, and logs what was left out before. */
    void began(Collection<KeptHandle> handles, long pauseNanos) {
        hangs = false;
        if (pauseNanos > LATE_NANOS) {
            delays.warning("The keeper is late: its last round ended " + Log.seconds(pauseNanos)
                    + " ago. The process was stopped, or the machine is too busy. " + left(handles));
        }
        renewals.flush();
        losses.flush();
        delays.flush();
    }

    /** Takes note of a hold that is lost. */
    void lost(Loss loss) {
        losses.warning(loss.sentence());
    }

    /** Takes note that a handle needs no renewal any more. */
    void forget(KeptHandle handle) {
        if (!failing.isEmpty()) {
            failing.remove(handle);
        }
    }

    private static String names(List<KeptHandle> handles) {
        List<String> named = handles.stream()
                .flatMap(handle -> handle.resources().stream())
                .limit(MAX_NAMED)
                .toList();
        long all =
                handles.stream().mapToLong(handle -> handle.resources().size()).sum();
        String rest = all > named.size() ? " and " + (all - named.size()) + " more" : "";
        return String.join(", ", named) + rest;
    }

    /** Returns a sentence about the handle that ends first. */
    private static String left(Collection<KeptHandle> handles) {
        String first = "";
        Duration shortest = null;
        for (KeptHandle handle : handles) {
            Duration left = handle.remaining().orElse(null);
            if (left != null && (shortest == null || left.compareTo(shortest) < 0)) {
                shortest = left;
                first = handle.resources().get(0);
            }
        }
        return shortest == null
                ? "Time alone ends none of them."
                : "The first to end is " + first + ", in " + Log.seconds(Moments.nanos(shortest)) + ".";
    }
}
