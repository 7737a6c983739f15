package dev.holdfast.example.underwriting.policy;

import jakarta.persistence.Entity;

/** Whom a policy protects besides its holder. */
@Entity
class NamedInsured extends Member {
    private String name = "";

    NamedInsured() {}

    NamedInsured(Policy policy) {
        super(policy);
    }

    PolicyForm.Line form() {
        return new PolicyForm.Line(id(), name);
    }

    void write(PolicyForm.Line form) {
        name = form.text();
    }
}
