package app.account;

import jakarta.persistence.LockModeType;
import jakarta.persistence.QueryHint;
import java.util.*;
import org.springframework.data.jpa.repository.*;

public interface AccountRepository extends JpaRepository<Account, Long> {
    @Lock(LockModeType.PESSIMISTIC_WRITE)
    @Query("select a from Account a where a.id = :id")
    Optional<Account> findForUpdate(Long id);

    @Lock(LockModeType.PESSIMISTIC_WRITE)
    List<Account> findByIdIn(Collection<Long> ids); // finds unordered-locks

    @Lock(LockModeType.PESSIMISTIC_WRITE)
    @QueryHints({@QueryHint(name = "jakarta.persistence.lock.timeout", value = "120000")}) // finds waiting-for-lock
    Optional<Account> findOneById(Long id);
}
