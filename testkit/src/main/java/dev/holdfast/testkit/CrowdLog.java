package dev.holdfast.testkit;

import dev.holdfast.Mode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Records what threads were answered about one resource, and judges whether that equals a serial order. Of each call it knows
 * when it began and ended; its effect is at some moment in between.
 */
final class CrowdLog {
    private final List<Grant> grants = new ArrayList<>();
    private final List<Refused> refusals = new ArrayList<>();

    /** A call that was refused. */
    private record Refused(Mode mode, long begun, long ended) {}

    /** A call that was granted, and its release. */
    static final class Grant {
        private final Mode mode;
        private final long fence;
        private final long begun;
        private final long granted = now();
        private volatile long releasing = Long.MAX_VALUE;
        private volatile long released = Long.MAX_VALUE;

        private Grant(Mode mode, long fence, long begun) {
            this.mode = mode;
            this.fence = fence;
            this.begun = begun;
        }

        /** Says that its release begins. */
        void releasing() {
            releasing = now();
        }

        /** Says that its release has ended. */
        void released() {
            released = now();
        }

        /** Returns whether both were certainly held at one moment. */
        private boolean overlaps(Grant other) {
            return granted < other.releasing && other.granted < releasing;
        }

        @Override
        public String toString() {
            return mode + " with fence " + fence + " from " + granted + " to " + releasing;
        }
    }

    static long now() {
        return System.nanoTime();
    }

    synchronized Grant granted(Mode mode, long fence, long begun) {
        Grant grant = new Grant(mode, fence, begun);
        grants.add(grant);
        return grant;
    }

    synchronized void refused(Mode mode, long begun) {
        refusals.add(new Refused(mode, begun, now()));
    }

    synchronized int grants() {
        return grants.size();
    }

    /** Returns one sentence for each answer that fits no serial order. */
    synchronized List<String> violations() {
        List<String> found = new ArrayList<>();
        List<Grant> inOrder = new ArrayList<>(grants);
        inOrder.sort(Comparator.comparingLong(grant -> grant.fence));
        for (int i = 0; i < inOrder.size(); i++) {
            Grant later = inOrder.get(i);
            for (Grant earlier : inOrder.subList(0, i)) {
                judge(earlier, later, found);
            }
        }
        for (Refused refused : refusals) {
            if (grants.stream().noneMatch(grant -> explains(grant, refused))) {
                found.add("Refused while nothing can have been held: " + refused + ".");
            }
        }
        return found;
    }

    private static void judge(Grant earlier, Grant later, List<String> found) {
        if (later.mode.besides(earlier.mode)) {
            return;
        }
        if (earlier.overlaps(later)) {
            found.add("Both at the same time: " + earlier + " and " + later + ".");
        }
        if (earlier.fence == later.fence) {
            found.add("The same fence twice: " + earlier + " and " + later + ".");
        }
        if (later.granted < earlier.begun) {
            found.add("A larger fence before a smaller one: " + later + " and " + earlier + ".");
        }
    }

    /** Returns whether the grant may have been in the way at a moment of the refused call. */
    private static boolean explains(Grant grant, Refused refused) {
        return !refused.mode().besides(grant.mode) && grant.begun < refused.ended() && refused.begun() < grant.released;
    }
}
