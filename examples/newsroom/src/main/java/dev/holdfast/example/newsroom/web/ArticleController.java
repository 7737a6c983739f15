package dev.holdfast.example.newsroom.web;

import dev.holdfast.LockManager;
import dev.holdfast.example.newsroom.article.Article;
import dev.holdfast.example.newsroom.article.ArticleRepository;
import dev.holdfast.example.staff.Elsewhere;
import dev.holdfast.session.CurrentLocks;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Reading, editing and saving articles. {@link Refused} answers refusals. */
@RestController
class ArticleController {
    private final ArticleRepository articles;
    private final CurrentLocks locks;
    private final LockManager all;

    ArticleController(ArticleRepository articles, CurrentLocks locks, LockManager all) {
        this.articles = articles;
        this.locks = locks;
        this.all = all;
    }

    @GetMapping("/articles")
    List<Article> all() {
        return articles.all();
    }

    @GetMapping("/articles/{id}")
    Article read(@PathVariable long id) {
        return there(articles.find(id));
    }

    @GetMapping("/articles/{id}/edit")
    Article edit(@PathVariable long id) {
        return there(articles.findForEdit(id));
    }

    /** Begins to edit here what one is editing in another browser. */
    @PostMapping("/articles/{id}/move")
    Article move(@PathVariable long id) {
        Elsewhere.release(all, ArticleRepository.lockOf(id));
        return edit(id);
    }

    /** Begins to edit the article of a section. */
    @GetMapping("/sections/{id}/edit")
    Article editBySection(@PathVariable long id) {
        return there(articles.findForEdit(there(articles.articleOf(id))));
    }

    @PutMapping("/articles/{id}")
    Article save(@PathVariable long id, @RequestBody Article article) {
        if (article.id() != id) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "The article has another number.");
        }
        articles.update(article);
        locks.release(ArticleRepository.lockOf(id));
        return there(articles.find(id));
    }

    /** Changes nothing, and lets others edit. */
    @DeleteMapping("/articles/{id}/edit")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void cancel(@PathVariable long id) {
        locks.release(ArticleRepository.lockOf(id));
    }

    private static <T> T there(@Nullable T found) {
        if (found == null) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no such article.");
        }
        return found;
    }
}
