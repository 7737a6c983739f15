package bank.loan;

import jakarta.ejb.Remove;
import jakarta.ejb.Stateful;
import jakarta.persistence.*;

@Stateful
public class LoanDesk {
    @PersistenceContext(type = PersistenceContextType.EXTENDED)
    private EntityManager em;

    private Loan loan;

    public Loan open(Long loanId) {
        loan = em.find(Loan.class, loanId, LockModeType.PESSIMISTIC_WRITE); // finds row-lock-across-think-time
        return loan;
    }

    public void changeRate(double rate) {
        loan.setRate(rate);
    }

    @Remove
    public void close() {
        em.flush();
    }
}
