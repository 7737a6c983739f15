package farm;

import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import jakarta.persistence.*;

@Stateless
public class FieldPlans {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private RecordLockService locks;

    public void sow(Long planId, String crop, String user) {
        locks.acquire(FieldPlan.class, planId, user);
        FieldPlan plan = em.find(FieldPlan.class, planId);
        plan.setCrop(crop);
        em.merge(plan);
    }
}
