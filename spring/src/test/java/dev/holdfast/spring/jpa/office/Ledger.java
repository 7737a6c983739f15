package dev.holdfast.spring.jpa.office;

import dev.holdfast.spring.jpa.Fence;
import dev.holdfast.spring.jpa.Lockable;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

@Entity
@Lockable("ledger")
public class Ledger {
    @Id
    private Long id;

    private String text;

    @Fence
    private long fence;

    protected Ledger() {}

    public Ledger(long id, String text) {
        this.id = id;
        this.text = text;
    }

    public String text() {
        return text;
    }

    public void write(String newText) {
        this.text = newText;
    }

    public long fence() {
        return fence;
    }
}
