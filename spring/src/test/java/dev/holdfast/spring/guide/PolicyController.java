package dev.holdfast.spring.guide;

import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Nothing of locks in it: what is refused is answered by the starter. */
@RestController
class PolicyController {
    private final Policies policies;

    PolicyController(Policies policies) {
        this.policies = policies;
    }

    @PostMapping("/policies/{id}/edit")
    Policy edit(@PathVariable long id) {
        return policies.findForEdit(id);
    }

    @PutMapping("/policies/{id}")
    void save(@PathVariable long id, @RequestBody Policy policy) {
        policies.save(new Policy(id, policy.text()));
    }

    @PostMapping("/policies/{id}/cancel")
    void cancel(@PathVariable long id) {
        policies.cancel(id);
    }
}
