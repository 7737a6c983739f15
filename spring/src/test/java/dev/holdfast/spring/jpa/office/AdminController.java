package dev.holdfast.spring.jpa.office;

import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Nobody has thought of locks here. */
@RestController
class AdminController {
    private final Policies policies;

    AdminController(Policies policies) {
        this.policies = policies;
    }

    @PutMapping("/admin/policies/{id}")
    void correct(@PathVariable long id, @RequestBody String text) {
        Policy policy = policies.findById(id).orElseThrow();
        policy.write(text);
        policies.save(policy);
    }
}
