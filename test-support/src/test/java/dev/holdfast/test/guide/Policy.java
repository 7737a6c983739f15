package dev.holdfast.test.guide;

import dev.holdfast.spring.jpa.Lockable;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** What is edited. */
@Entity
@Lockable("policy")
public class Policy {
    @Id
    private Long id;

    private String text;

    protected Policy() {}

    Policy(long id, String text) {
        this.id = id;
        this.text = text;
    }

    String text() {
        return text;
    }

    void write(String newText) {
        this.text = newText;
    }
}
