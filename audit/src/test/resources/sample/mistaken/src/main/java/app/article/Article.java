package app.article;

import jakarta.persistence.*;

@Entity
public class Article {
    @Id
    private Long id;

    private String title;
    private boolean locked;
}
