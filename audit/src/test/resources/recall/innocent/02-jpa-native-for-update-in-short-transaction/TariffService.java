package energy;

import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;

public class TariffService {
    private EntityManager entityManager;

    @Transactional
    public void raise(long id) {
        entityManager.createNativeQuery("SELECT id FROM tariff WHERE id = ?1 FOR UPDATE").setParameter(1, id).getSingleResult();
        entityManager.createNativeQuery("UPDATE tariff SET price = price + 1 WHERE id = ?1").setParameter(1, id).executeUpdate();
    }
}
