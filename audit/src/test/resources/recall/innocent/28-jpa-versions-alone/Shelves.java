package store;

import jakarta.persistence.*;
import jakarta.transaction.Transactional;

public class Shelves {
    @PersistenceContext
    private EntityManager em;

    @Transactional
    public void recount(Long id, int count) {
        Shelf shelf = em.find(Shelf.class, id);
        shelf.setCount(count);
    }

    @Transactional
    public void rename(Long id, String name) {
        Shelf shelf = em.find(Shelf.class, id, LockModeType.OPTIMISTIC_FORCE_INCREMENT);
        shelf.setName(name);
    }
}
