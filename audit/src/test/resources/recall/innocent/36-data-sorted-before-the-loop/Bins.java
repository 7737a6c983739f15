package depot;

import jakarta.persistence.LockModeType;
import java.util.Optional;
import org.springframework.data.jpa.repository.*;

public interface Bins extends JpaRepository<Bin, Long> {
    @Lock(LockModeType.PESSIMISTIC_WRITE)
    @Query("select b from Bin b where b.id = :id")
    Optional<Bin> lockOne(Long id);
}
