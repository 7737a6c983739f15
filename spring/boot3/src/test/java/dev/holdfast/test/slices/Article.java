package dev.holdfast.test.slices;

import dev.holdfast.spring.jpa.Lockable;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** What is edited. */
@Entity
@Lockable("article")
public class Article {
    @Id
    private Long id;

    private String text;

    protected Article() {}

    Article(long id, String text) {
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
