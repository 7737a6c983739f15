package dev.holdfast.server.api;

import dev.holdfast.Hold;
import dev.holdfast.LockView;
import dev.holdfast.server.http.Problem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The orders of a list. Times that the caller may not see do not count: such locks come last, by their names. */
enum LockOrder {
    NAME,
    /** The longest held first. */
    SINCE,
    /** Those whose lease ends first. */
    LEFT,
    /** The longest queue first. */
    WAITING;

    /** Returns the order with this name; by name if it is empty. */
    static LockOrder named(String word) {
        return switch (word) {
            case "", "name" -> NAME;
            case "since" -> SINCE;
            case "left" -> LEFT;
            case "waiting" -> WAITING;
            default -> throw Problem.invalid("'sort' must be name, since, left or waiting.");
        };
    }

    private Comparator<LockView> comparator(LockFilter filter) {
        Comparator<LockView> byName = Comparator.comparing(LockView::resource);
        return switch (this) {
            case NAME -> byName;
            case SINCE -> first(filter, Hold::since).thenComparing(byName);
            case LEFT -> first(filter, Hold::until).thenComparing(byName);
            case WAITING ->
                Comparator.comparingInt(LockView::waiting).reversed().thenComparing(byName);
        };
    }

    private static Comparator<LockView> first(LockFilter filter, Function<Hold, @Nullable Instant> time) {
        return Comparator.comparing(view -> view.holders().stream()
                .filter(judged -> !judged.state().ended())
                .map(LockView.Holder::hold)
                .filter(hold -> filter.isOpen(view, hold))
                .flatMap(hold -> Stream.ofNullable(time.apply(hold)))
                .min(Comparator.naturalOrder())
                .orElse(Instant.MAX));
    }

    /** Returns a collector of the first locks in this order. It keeps no more of them than the limit. */
    First first(LockFilter filter, int limit) {
        return new First(comparator(filter), limit);
    }

    /** The first locks of those that were added. */
    static final class First {
        private final Comparator<LockView> order;
        private final int limit;
        private final PriorityQueue<LockView> best;

        private First(Comparator<LockView> order, int limit) {
            this.order = order;
            this.limit = limit;
            this.best = new PriorityQueue<>(order.reversed());
        }

        void add(LockView view) {
            best.add(view);
            if (best.size() > limit) {
                best.remove();
            }
        }

        List<LockView> sorted() {
            List<LockView> sorted = new ArrayList<>(best);
            sorted.sort(order);
            return sorted;
        }
    }
}
