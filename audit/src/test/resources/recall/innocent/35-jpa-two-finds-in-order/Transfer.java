package bank;

import jakarta.persistence.*;
import jakarta.transaction.Transactional;

public class Transfer {
    @PersistenceContext
    private EntityManager em;

    @Transactional
    public void transfer(Long fromId, Long toId, long amount) {
        Account first = em.find(Account.class, Math.min(fromId, toId), LockModeType.PESSIMISTIC_WRITE);
        Account second = em.find(Account.class, Math.max(fromId, toId), LockModeType.PESSIMISTIC_WRITE);
        first.setBalance(first.getBalance() + (first.getId().equals(fromId) ? -amount : amount));
        second.setBalance(second.getBalance() + (second.getId().equals(fromId) ? -amount : amount));
    }
}
