package dev.holdfast.store.zookeeper;

import dev.holdfast.internal.base.RecentMap;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import java.util.List;
import java.util.Map;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.jspecify.annotations.Nullable;

/**
 * The records that are known not to be there. ZooKeeper can check that a node is absent only by making it. So a client that
 * makes a record of a kind that others mostly check to be absent also writes to its bucket, and a client that saw that the
 * record was not there at some count of the bucket only checks that count. Thread-safe.
 */
final class Absences {
    private static final int MAX_KEPT = 10_000;

    private final Paths paths;

    private final Map<Key, Absence> known = new RecentMap<>(MAX_KEPT);

    Absences(Paths paths) {
        this.paths = paths;
    }

    /** A bucket, and how often it was written when a record was not in it. */
    record Absence(String bucket, int count) {}

    /** Returns whether buckets of that kind are written with each record that is made in them. */
    static boolean concern(Kind kind) {
        return kind == Kind.OWNER_ENDED;
    }

    synchronized @Nullable Absence get(Key key) {
        return known.get(key);
    }

    private synchronized void learn(Key key, Absence absence) {
        known.put(key, absence);
    }

    /** Says that something was made in that bucket. */
    synchronized void forget(String bucket) {
        known.values().removeIf(absence -> absence.bucket.equals(bucket));
    }

    /** Looks whether it is there, for the next time; does not wait for the answer. */
    @SuppressWarnings("FutureReturnValueIgnored") // without an answer the next one looks
    void look(SessionCall call, Key key) {
        String bucket = paths.bucket(key);
        call.send(List.of(Op.getData(bucket), Op.getData(paths.of(key)))).thenAccept(answer -> {
            List<OpResult> results = answer.results();
            if (results != null
                    && results.get(0) instanceof OpResult.GetDataResult found
                    && results.get(1) instanceof OpResult.ErrorResult error
                    && error.getErr() == Code.NONODE.intValue()) {
                learn(key, new Absence(bucket, found.getStat().getVersion()));
            }
        });
    }
}
