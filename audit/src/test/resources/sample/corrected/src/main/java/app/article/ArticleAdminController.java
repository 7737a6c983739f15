package app.article;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.web.bind.annotation.*;

@RestController
public class ArticleAdminController {
    private ArticleRepository articles;
    private JdbcTemplate jdbc;
    private app.locks.LockManager lockManager;
    private app.locks.Session session;
    private jakarta.persistence.EntityManager entityManager;

    @PostMapping("/admin/articles/{id}/rename")
    public void rename(@PathVariable Long id, @RequestParam String title) {
        lockManager.acquireLock(id, session.id());
        Article article = articles.findById(id).orElseThrow();
        article.setTitle(title);
        articles.save(article);
    }

    @DeleteMapping("/admin/articles/{id}")
    public void delete(@PathVariable Long id) {
        requireLock(id);
        articles.deleteById(id);
    }

    @RequiresLock("'articles'")
    @PostMapping("/admin/articles/shout")
    public void shout() {
        articles.shout();
    }

    @Scheduled(cron = "0 0 3 * * *")
    public void tidy() {
        for (Long id : jdbc.queryForList("SELECT id FROM article ORDER BY id", Long.class)) {
            if (lockManager.tryAcquire(id, "tidy")) {
                jdbc.update("UPDATE article SET title = trim(title) WHERE id = ?", id);
                lockManager.releaseLock(id, "tidy");
            }
        }
    }

    @RequiresLock("#article.id")
    @PutMapping("/admin/articles")
    public void put(@RequestBody Article article) {
        entityManager.merge(article);
    }

    private void requireLock(Long id) {
        if (!lockManager.hasLock(id, session.id())) {
            throw new IllegalStateException("Not locked");
        }
    }
}
