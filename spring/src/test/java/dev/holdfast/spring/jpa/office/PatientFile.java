package dev.holdfast.spring.jpa.office;

import dev.holdfast.session.LockType;
import dev.holdfast.spring.jpa.Lockable;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** What only one may look at. */
@Entity
@Lockable(value = "file", lock = LockType.EXCLUSIVE_READ)
public class PatientFile {
    @Id
    private Long id;

    private String text;

    protected PatientFile() {}

    public PatientFile(long id, String text) {
        this.id = id;
        this.text = text;
    }

    public String text() {
        return text;
    }

    public void write(String newText) {
        this.text = newText;
    }
}
