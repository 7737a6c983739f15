package store;

import jakarta.persistence.*;
import jakarta.transaction.Transactional;

public class Inventory {
    @PersistenceContext
    private EntityManager entityManager;

    @Transactional
    public void take(Long id, int count) {
        Shelf shelf = entityManager.find(Shelf.class, id, LockModeType.PESSIMISTIC_WRITE);
        shelf.setCount(shelf.getCount() - count);
    }

    @Transactional
    public void recount(Long id, int count) {
        Shelf shelf = entityManager.find(Shelf.class, id);
        shelf.setCount(count); // finds mixed-locking
    }
}
