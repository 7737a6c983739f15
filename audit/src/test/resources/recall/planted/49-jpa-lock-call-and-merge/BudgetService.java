package town;

import jakarta.persistence.*;
import jakarta.transaction.Transactional;

public class BudgetService {
    @PersistenceContext
    private EntityManager em;

    @Transactional
    public void spend(Long id, long amount) {
        Budget budget = em.find(Budget.class, id);
        em.lock(budget, LockModeType.PESSIMISTIC_WRITE);
        em.refresh(budget);
        budget.setAmount(budget.getAmount() - amount);
    }

    @Transactional
    public void replace(Budget changed) {
        em.merge(changed); // finds mixed-locking
    }
}
