package dev.holdfast.test.slices;

import dev.holdfast.session.CurrentLocks;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Begins to edit. */
@RestController
class ArticleController {
    private final CurrentLocks locks;

    ArticleController(CurrentLocks locks) {
        this.locks = locks;
    }

    @PostMapping("/articles/{id}/edit")
    String edit(@PathVariable long id) {
        locks.acquire("article/" + id);
        return "yours";
    }
}
