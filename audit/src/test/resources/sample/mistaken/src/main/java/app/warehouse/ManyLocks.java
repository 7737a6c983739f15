package app.warehouse;

import app.locks.*;
import java.util.*;

public class ManyLocks {
    private LockManager lockManager;

    public void lockAll(List<Long> orderIds, String owner) {
        for (Long orderId : orderIds) {
            lockManager.acquireLock(orderId, owner); // finds unordered-locks
        }
    }

    public void lockEach(Collection<Long> ids, String owner) {
        Set<Long> once = new HashSet<>(ids);
        once.forEach(id -> lockManager.acquireLock(id, owner)); // finds unordered-locks
    }

    public void move(Long fromShelfId, Long toShelfId, String owner) {
        lockManager.acquireLock(fromShelfId, owner);
        lockManager.acquireLock(toShelfId, owner); // finds unordered-locks
    }

    public void pick(Long orderId, Long shelfId, String owner) {
        lockManager.acquireLock(orderId, owner);
        lockManager.acquireLock(shelfId, owner);
    }
}
