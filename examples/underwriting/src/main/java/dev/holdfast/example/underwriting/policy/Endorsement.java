package dev.holdfast.example.underwriting.policy;

import jakarta.persistence.Entity;

/** A change to the usual terms. */
@Entity
class Endorsement extends Member {
    private String text = "";

    Endorsement() {}

    Endorsement(Policy policy) {
        super(policy);
    }

    PolicyForm.Line form() {
        return new PolicyForm.Line(id(), text);
    }

    void write(PolicyForm.Line form) {
        text = form.text();
    }
}
