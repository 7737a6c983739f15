package dev.holdfast.spring.jpa.office;

import dev.holdfast.spring.jpa.Lockable;
import dev.holdfast.spring.jpa.SharedVersion;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;

/** A member that knows the version alone. */
@Entity
@Lockable(value = "contract", id = "versionId")
public class Clause {
    @Id
    @GeneratedValue
    private Long id;

    @SharedVersion
    private Long versionId;

    private String text;

    protected Clause() {}

    public Clause(Contract contract, String text) {
        this.versionId = contract.versionId();
        this.text = text;
    }

    public Long id() {
        return id;
    }

    public Long versionId() {
        return versionId;
    }

    public String text() {
        return text;
    }

    public void write(String newText) {
        this.text = newText;
    }
}
