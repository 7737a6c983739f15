package app.warehouse;

import app.locks.*;

public class Restocking {
    private LockManager lockManager;

    public void restock(Long shelfId, Long orderId, String owner) {
        lockManager.acquireLock(shelfId, owner);
        lockManager.acquireLock(orderId, owner); // finds unordered-locks
    }
}
