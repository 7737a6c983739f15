package app.article;

import org.springframework.jdbc.core.JdbcTemplate;

public class ArticleFlag {
    private JdbcTemplate jdbc;

    public boolean take(long id, String user) {
        return jdbc.update("UPDATE picture SET locked = TRUE, locked_by = ? WHERE id = ? AND locked = FALSE", user, id) == 1;
    }

    public void begin(Article article, String user) {
        if (article.isLocked()) {
            throw new IllegalStateException("somebody is editing");
        }
        article.setLocked(true);
        article.setLockedBy(user);
    }
}
