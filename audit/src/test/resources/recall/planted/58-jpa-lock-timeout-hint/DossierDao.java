package court;

import jakarta.persistence.*;
import java.util.Map;

public class DossierDao {
    @PersistenceContext
    private EntityManager em;

    public Dossier lock(Long id) {
        return em.find(Dossier.class, id, LockModeType.PESSIMISTIC_WRITE, Map.of("jakarta.persistence.lock.timeout", 300000)); // finds waiting-for-lock
    }
}
