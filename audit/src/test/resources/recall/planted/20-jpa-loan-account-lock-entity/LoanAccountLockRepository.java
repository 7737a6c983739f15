package bank.loan;

import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;

public interface LoanAccountLockRepository extends JpaRepository<LoanAccountLock, Long> {
    List<LoanAccountLock> findAllByLoanIdIn(List<Long> loanIds);

    void deleteByLoanIdInAndLockOwner(List<Long> loanIds, LockOwner lockOwner);
}
