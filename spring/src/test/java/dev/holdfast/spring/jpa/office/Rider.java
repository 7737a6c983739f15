package dev.holdfast.spring.jpa.office;

import dev.holdfast.spring.jpa.LockRoot;
import dev.holdfast.spring.jpa.SharedVersion;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;

/** A member that gets the version of its root. */
@Entity
@LockRoot("contract")
public class Rider {
    @Id
    @GeneratedValue
    private Long id;

    @SharedVersion
    private Long versionId;

    @ManyToOne(fetch = FetchType.LAZY)
    private Contract contract;

    protected Rider() {}

    public Rider(Contract contract) {
        this.contract = contract;
    }

    public Long versionId() {
        return versionId;
    }

    public Long id() {
        return id;
    }

    public Contract contract() {
        return contract;
    }
}
