package dev.holdfast.test.guide;

import dev.holdfast.session.CurrentLocks;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Begins to edit. */
@RestController
class PolicyController {
    private final CurrentLocks locks;

    PolicyController(CurrentLocks locks) {
        this.locks = locks;
    }

    @PostMapping("/policies/{id}/edit")
    String edit(@PathVariable long id) {
        locks.acquire("policy/" + id);
        return "yours";
    }
}
