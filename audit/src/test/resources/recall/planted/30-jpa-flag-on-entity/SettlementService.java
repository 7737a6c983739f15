package bank.settlement;

import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;

public class SettlementService {
    private EntityManager em;

    @Transactional
    public Settlement startEditing(Long id) {
        Settlement settlement = em.find(Settlement.class, id);
        if (settlement.isLocked()) {
            throw new IllegalStateException("Settlement is being edited");
        }
        settlement.setLocked(true); // finds lock-without-owner
        return settlement;
    }

    @Transactional
    public void endEditing(Long id) {
        em.find(Settlement.class, id).setLocked(false);
    }
}
