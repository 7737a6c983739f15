package insurance.claim;

import jakarta.enterprise.context.SessionScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.io.Serializable;

@SessionScoped
public class ClaimEditor implements Serializable {
    private EntityManager entityManager;
    private Object claim;

    public void begin(EntityManagerFactory factory, long claimId) {
        entityManager = factory.createEntityManager();
        entityManager.getTransaction().begin();
        claim = entityManager.createNativeQuery("SELECT * FROM claim WHERE id = :id FOR UPDATE", Claim.class).setParameter("id", claimId).getSingleResult(); // finds row-lock-across-think-time
    }

    public void finish() {
        entityManager.getTransaction().commit();
        entityManager.close();
    }
}
