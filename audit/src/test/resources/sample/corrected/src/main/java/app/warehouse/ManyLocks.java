package app.warehouse;

import app.locks.*;
import java.util.*;

public class ManyLocks {
    private LockManager lockManager;

    public void lockAll(List<Long> orderIds, String owner) {
        List<Long> sorted = new ArrayList<>(orderIds);
        Collections.sort(sorted);
        for (Long orderId : sorted) {
            lockManager.acquireLock(orderId, owner);
        }
    }

    public void lockEach(Collection<Long> ids, String owner) {
        new TreeSet<>(ids).forEach(id -> lockManager.acquireLock(id, owner));
    }

    public void lockStream(Collection<Long> ids, String owner) {
        ids.stream().sorted().forEach(id -> lockManager.acquireLock(id, owner));
    }

    public void move(Long fromShelfId, Long toShelfId, String owner) {
        lockManager.acquireLock(Math.min(fromShelfId, toShelfId), owner);
        lockManager.acquireLock(Math.max(fromShelfId, toShelfId), owner);
    }

    public void pick(Long orderId, Long shelfId, String owner) {
        lockManager.acquireLock(orderId, owner);
        lockManager.acquireLock(shelfId, owner);
    }
}
