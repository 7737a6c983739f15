package bank;

import jakarta.ejb.Stateful;
import jakarta.persistence.*;

@Stateful
public class LoanDesk {
    @PersistenceContext(type = PersistenceContextType.EXTENDED)
    private EntityManager em;

    private Loan loan;

    public void open(Long id) {
        loan = em.find(Loan.class, id, LockModeType.OPTIMISTIC);
    }
}
