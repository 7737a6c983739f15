package bank.loan;

import jakarta.persistence.*;
import java.time.OffsetDateTime;

@Entity
@Table(name = "m_loan_account_locks")
public class LoanAccountLock { // finds lock-without-timeout
    @Id
    @Column(name = "loan_id", nullable = false)
    private Long loanId;

    @Version
    @Column(name = "version")
    private Long version;

    @Enumerated(EnumType.STRING)
    @Column(name = "lock_owner", nullable = false)
    private LockOwner lockOwner;

    @Column(name = "lock_placed_on", nullable = false)
    private OffsetDateTime lockPlacedOn;

    @Column(name = "error")
    private String error;
}
