package dev.holdfast.internal.manager;

import dev.holdfast.spi.Change;
import dev.holdfast.spi.Key;
import java.util.List;

/** The choice of the snapshot that one plan decides on, among those of its attempts. */
final class SnapshotChoice {
    private SnapshotChoice() {}

    /** Returns the latest view of the resource, with all that is known of other records. */
    static Snapshot freshest(List<Attempt> attempts) {
        Snapshot freshest = attempts.get(0).snapshot();
        for (int i = 1; i < attempts.size(); i++) {
            Snapshot other = attempts.get(i).snapshot();
            if (isFresher(other, freshest)) {
                freshest = other;
            }
        }
        Key key = attempts.get(0).steps().get(0).key();
        for (int i = 0; i < attempts.size() && attempts.size() > 1; i++) {
            freshest = freshest.and(attempts.get(i).snapshot(), key);
        }
        return freshest;
    }

    /**
     * Returns whether a snapshot is fresher than another. One that a call under way has read is fresher than one that was
     * remembered or reported, at any time.
     */
    private static boolean isFresher(Snapshot other, Snapshot than) {
        if (other.origin() != than.origin()) {
            return other.origin().compareTo(than.origin()) > 0;
        }
        return other.asOf().isAfter(than.asOf());
    }

    /**
     * Returns whether another view of the resource may be later than the chosen one. A caller that has read nothing yet may have
     * begun, or changed the record, since another caller read it. And if a clock stood still between two changes, the time does
     * not show which of two views is the later one.
     */
    static boolean contested(List<Attempt> attempts, Snapshot chosen) {
        Key key = attempts.get(0).steps().get(0).key();
        for (int i = 0; i < attempts.size() && attempts.size() > 1; i++) {
            Snapshot other = attempts.get(i).snapshot();
            boolean older = other.asOf().isBefore(chosen.asOf())
                    && (chosen.version(key) == Change.ABSENT || other.version(key) < chosen.version(key));
            boolean unread = other.guess() || other.origin() != chosen.origin();
            if (unread || (other.version(key) != chosen.version(key) && !older)) {
                return true;
            }
        }
        return false;
    }
}
