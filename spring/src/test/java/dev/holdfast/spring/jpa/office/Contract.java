package dev.holdfast.spring.jpa.office;

import dev.holdfast.spring.jpa.Lockable;
import dev.holdfast.spring.jpa.SharedVersion;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import java.util.HashSet;
import java.util.Set;

@Entity
@Lockable(value = "contract", id = "versionId")
public class Contract {
    @Id
    @GeneratedValue
    private Long id;

    @SharedVersion
    private Long versionId;

    private String text;

    @ElementCollection
    private Set<String> parties = new HashSet<>();

    @Version
    private int revision;

    protected Contract() {}

    public Contract(String text) {
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

    public Set<String> parties() {
        return parties;
    }

    public int revision() {
        return revision;
    }
}
