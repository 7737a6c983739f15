package dev.holdfast.server.api;

import dev.holdfast.Hold;
import dev.holdfast.LockView;
import dev.holdfast.internal.base.ResourceName;
import dev.holdfast.server.http.Problem;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    /** Returns the place of a lock in this order. */
    Place place(LockView view, LockFilter filter) {
        return switch (this) {
            case NAME -> new Place(0, 0, view.resource());
            case SINCE -> Place.of(first(view, filter, Hold::since), view.resource());
            case LEFT -> Place.of(first(view, filter, Hold::until), view.resource());
            case WAITING -> new Place(-view.waiting(), 0, view.resource());
        };
    }

    private static Instant first(LockView view, LockFilter filter, Function<Hold, @Nullable Instant> time) {
        return view.holders().stream()
                .filter(judged -> !judged.state().ended())
                .map(LockView.Holder::hold)
                .filter(hold -> filter.isOpen(view, hold))
                .flatMap(hold -> Stream.ofNullable(time.apply(hold)))
                .min(Comparator.naturalOrder())
                .orElse(Instant.MAX);
    }

    /** The first locks of those that were added, no more than the limit. */
    static final class First {
        private final LockOrder order;
        private final LockFilter filter;
        private final @Nullable Place after;
        private final int limit;
        private final NavigableMap<Place, LockView> best = new TreeMap<>();

        /** @param after the place of the last one before; null to begin with the first of all */
        First(LockOrder order, LockFilter filter, @Nullable Place after, int limit) {
            this.order = order;
            this.filter = filter;
            this.after = after;
            this.limit = limit;
        }

        void add(LockView view) {
            Place place = order.place(view, filter);
            if (after == null || place.compareTo(after) > 0) {
                best.put(place, view);
                if (best.size() > limit) {
                    best.pollLastEntry();
                }
            }
        }

        List<LockView> sorted() {
            return List.copyOf(best.values());
        }
    }

    /** A place in an order: what decides, and then the name. As a text it is where the next page begins. */
    record Place(long major, int minor, String name) implements Comparable<Place> {
        private static final Comparator<Place> ORDER = Comparator.comparingLong(Place::major)
                .thenComparingInt(Place::minor)
                .thenComparing(Place::name);
        private static final Pattern TEXT = Pattern.compile("(-?\\d{1,18}) (\\d{1,9}) (.+)", Pattern.DOTALL);

        private static Place of(Instant time, String name) {
            return new Place(time.getEpochSecond(), time.getNano(), name);
        }

        /** Reads the place that an earlier page has named. */
        static Place read(String text) {
            Matcher parts = TEXT.matcher(text);
            if (!parts.matches()) {
                throw Problem.invalid("'after' must be the 'next' of an answer with the same 'sort'.");
            }
            return new Place(
                    Long.parseLong(parts.group(1)),
                    Integer.parseInt(parts.group(2)),
                    ResourceName.require(parts.group(3)));
        }

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }

        @Override
        public String toString() {
            return major + " " + minor + " " + name;
        }
    }
}
