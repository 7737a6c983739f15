package dev.holdfast.store.zookeeper;

import dev.holdfast.spi.Key;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Op;
import org.jspecify.annotations.Nullable;

/** The operations of one atomic step, as they are gathered. */
final class Operations {
    private static final byte[] NOTHING = {};

    private final StoreContext context;
    private final List<Op> all = new ArrayList<>();
    /** What was checked to be absent: by making it, if there is no bucket. */
    private final Map<Key, String> absent = new HashMap<>();

    private final Map<Integer, String> buckets = new HashMap<>();

    Operations(StoreContext context) {
        this.context = context;
    }

    StoreContext context() {
        return context;
    }

    List<Op> all() {
        return all;
    }

    int size() {
        return all.size();
    }

    void add(Op operation) {
        all.add(operation);
    }

    /** Makes a record and its guard, neither of which may be there. */
    void make(Key key, String path, byte[] data, String guard) {
        add(Op.create(path, data, context.rights(), CreateMode.PERSISTENT));
        add(Op.create(guard, NOTHING, context.rights(), CreateMode.PERSISTENT));
        if (Absences.concern(key.kind())) {
            add(Op.setData(context.paths().bucket(key), NOTHING, -1));
        }
    }

    /** Adds a check that a record is absent. A record that several groups of a step want to be absent is checked once. */
    void checkAbsent(Key key, String path) {
        if (absent.containsKey(key)) {
            return;
        }
        Absences.Absence known = context.absences().get(key);
        absent.put(key, known == null ? "" : known.bucket());
        if (known != null) {
            buckets.put(size(), known.bucket());
            add(Op.check(known.bucket(), known.count()));
        } else {
            add(Op.create(path, NOTHING, context.rights(), CreateMode.PERSISTENT));
            add(Op.delete(path, -1));
        }
    }

    /** Returns the bucket that the operation at that place only checks in place of a record; null if it is another operation. */
    @Nullable
    String bucketAt(int place) {
        return buckets.get(place);
    }

    /** Returns the keys whose absence could be checked more easily the next time. */
    List<Key> laborious() {
        List<Key> keys = new ArrayList<>();
        absent.forEach((key, bucket) -> {
            if (bucket.isEmpty() && Absences.concern(key.kind())) {
                keys.add(key);
            }
        });
        return keys;
    }
}
