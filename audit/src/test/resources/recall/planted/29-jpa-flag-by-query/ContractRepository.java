package energy.contract;

import org.springframework.data.jpa.repository.*;

public interface ContractRepository extends JpaRepository<Contract, Long> {
    @Modifying
    @Query("update Contract c set c.locked = true where c.id = :id and c.locked = false") // finds lock-without-owner
    int lock(Long id);

    @Modifying
    @Query("update Contract c set c.locked = false where c.id = :id")
    int unlock(Long id);
}
