package dev.holdfast.spring.jpa.office;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** What anybody may change. */
@Entity
public class Memo {
    @Id
    private Long id;

    private String text;

    protected Memo() {}

    public Memo(long id, String text) {
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
