package dev.holdfast.example.underwriting.policy;

import jakarta.persistence.Entity;
import java.math.BigDecimal;

/** A coverage of a policy, with its maximum sum. */
@Entity
class Coverage extends Member {
    private String name = "";
    private BigDecimal sum = BigDecimal.ZERO;

    Coverage() {}

    Coverage(Policy policy) {
        super(policy);
    }

    PolicyForm.CoverageForm form() {
        return new PolicyForm.CoverageForm(id(), name, sum);
    }

    void write(PolicyForm.CoverageForm form) {
        name = form.name();
        sum = form.sum();
    }
}
