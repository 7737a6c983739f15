package dev.holdfast.spring.jpa.office;

import dev.holdfast.spring.jpa.Lockable;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import java.util.HashSet;
import java.util.Set;

@Entity
@Lockable("policy")
public class Policy {
    @Id
    private Long id;

    private String text;

    @ElementCollection(fetch = FetchType.LAZY)
    private Set<String> marks = new HashSet<>();

    protected Policy() {}

    public Policy(long id, String text) {
        this.id = id;
        this.text = text;
    }

    public String text() {
        return text;
    }

    public void write(String newText) {
        this.text = newText;
    }

    public Set<String> marks() {
        return marks;
    }
}
