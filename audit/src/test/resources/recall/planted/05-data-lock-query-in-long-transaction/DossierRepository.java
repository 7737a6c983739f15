package court.dossier;

import jakarta.persistence.LockModeType;
import java.util.Optional;
import org.springframework.data.jpa.repository.*;

public interface DossierRepository extends JpaRepository<Dossier, Long> {
    @Lock(LockModeType.PESSIMISTIC_WRITE)
    @Query("select d from Dossier d where d.id = ?1")
    Optional<Dossier> lockById(Long id);
}
