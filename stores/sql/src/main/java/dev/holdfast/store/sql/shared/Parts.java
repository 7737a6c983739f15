package dev.holdfast.store.sql.shared;

import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A batch in parts that can be applied in one step each: in a part, no key that is written occurs twice. */
public final class Parts {
    private Parts() {}

    /**
     * Returns the parts, in the order of the batch; most often it is one.
     *
     * @param most the maximum number of groups in a part
     */
    public static List<List<Group>> of(List<Group> batch, int most) {
        if (batch.size() == 1) {
            return List.of(batch);
        }
        List<List<Group>> parts = new ArrayList<>(1);
        List<Group> part = new ArrayList<>(batch.size());
        Set<Key> checked = new HashSet<>();
        Set<Key> written = new HashSet<>();
        for (Group group : batch) {
            if (part.size() == most || meets(group, checked, written)) {
                parts.add(part);
                part = new ArrayList<>();
                checked.clear();
                written.clear();
            }
            part.add(group);
            for (Change change : group.changes()) {
                (change.type() == Change.Type.CHECK ? checked : written).add(change.key());
            }
        }
        if (!part.isEmpty()) {
            parts.add(part);
        }
        return parts;
    }

    private static boolean meets(Group group, Set<Key> checked, Set<Key> written) {
        for (Change change : group.changes()) {
            boolean writes = change.type() != Change.Type.CHECK;
            if (written.contains(change.key()) || (writes && checked.contains(change.key()))) {
                return true;
            }
        }
        return false;
    }
}
