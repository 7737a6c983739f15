package app.article;

import org.springframework.jdbc.core.JdbcTemplate;

public class ArticleFlag {
    private JdbcTemplate jdbc;

    public boolean take(long id) {
        return jdbc.update("UPDATE picture SET locked = TRUE WHERE id = ? AND locked = FALSE", id) == 1; // finds lock-without-owner
    }

    public void begin(Article article) {
        if (article.isLocked()) {
            throw new IllegalStateException("somebody is editing");
        }
        article.setLocked(true); // finds lock-without-owner
    }
}
