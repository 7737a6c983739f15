package app.article;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.web.bind.annotation.*;

@RestController
public class ArticleAdminController {
    private ArticleRepository articles;
    private JdbcTemplate jdbc;
    private jakarta.persistence.EntityManager entityManager;

    @PostMapping("/admin/articles/{id}/rename")
    public void rename(@PathVariable Long id, @RequestParam String title) {
        Article article = articles.findById(id).orElseThrow();
        article.setTitle(title);
        articles.save(article); // finds unguarded-write
    }

    @DeleteMapping("/admin/articles/{id}")
    public void delete(@PathVariable Long id) {
        articles.deleteById(id); // finds unguarded-write
    }

    @PostMapping("/admin/articles/shout")
    public void shout() {
        articles.shout(); // finds unguarded-write
    }

    @Scheduled(cron = "0 0 3 * * *")
    public void tidy() {
        jdbc.update("UPDATE article SET title = trim(title)"); // finds unguarded-write
    }

    @PutMapping("/admin/articles")
    public void put(@RequestBody Article article) {
        entityManager.merge(article); // finds unguarded-write
    }
}
