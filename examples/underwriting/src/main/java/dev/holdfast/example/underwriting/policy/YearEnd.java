package dev.holdfast.example.underwriting.policy;

import jakarta.persistence.EntityManager;
import java.math.BigDecimal;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Forgets the locks, on purpose, as a developer in a hurry would. Both ways are caught: no premium changes while an
 * underwriter works on the policy.
 */
@Service
public class YearEnd {
    private static final BigDecimal SURCHARGE = new BigDecimal("1.05");

    private final Policies policies;
    private final EntityManager entities;

    YearEnd(Policies policies, EntityManager entities) {
        this.policies = policies;
        this.entities = entities;
    }

    /** Changes all policies with its own SQL, without entities. */
    @Transactional
    public int surchargeAll() {
        return entities.createNativeQuery("UPDATE policy SET premium = premium * ?")
                .setParameter(1, SURCHARGE)
                .executeUpdate();
    }

    /** Changes all policies as entities, which a query reads: too late to lock them. */
    @Transactional
    public void surchargeEach() {
        policies.findAll().forEach(policy -> policy.surcharge(SURCHARGE));
    }
}
