package dev.holdfast.example.underwriting.web;

import dev.holdfast.Owner;
import dev.holdfast.example.underwriting.policy.EditPolicyCommand;
import dev.holdfast.example.underwriting.policy.PolicyForm;
import dev.holdfast.example.underwriting.policy.PolicyQueue;
import dev.holdfast.example.underwriting.policy.SavePolicyCommand;
import dev.holdfast.session.CurrentOwner;
import java.util.List;
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

/** The calls for work on policies. {@link Refused} answers refusals. */
@RestController
class PolicyController {
    private final PolicyQueue queue;
    private final EditPolicyCommand edit;
    private final SavePolicyCommand save;

    PolicyController(PolicyQueue queue, EditPolicyCommand edit, SavePolicyCommand save) {
        this.queue = queue;
        this.edit = edit;
        this.save = save;
    }

    /** The reason of a request. */
    record Reason(String reason) {}

    @GetMapping("/policies")
    List<PolicyQueue.Entry> all() {
        return queue.all();
    }

    @GetMapping("/policies/{id}/edit")
    PolicyForm edit(@PathVariable long id) {
        return edit.edit(id)
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no such policy."));
    }

    /** Begins to work here on a policy that one has in another browser. */
    @PostMapping("/policies/{id}/move")
    PolicyForm move(@PathVariable long id) {
        queue.release(id);
        return edit(id);
    }

    @PutMapping("/policies/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void save(@PathVariable long id, @RequestBody PolicyForm form) {
        if (form.id() != id) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "The policy has another number.");
        }
        save.save(form);
    }

    @DeleteMapping("/policies/{id}/edit")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void cancel(@PathVariable long id) {
        save.cancel(id);
    }

    /** Records a request to release a policy. Its underwriter and the supervisor see it. */
    @PostMapping("/policies/{id}/release-requests")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void request(@PathVariable long id, @RequestBody Reason reason) {
        queue.request(id, CurrentOwner.get().map(Owner::name).orElseThrow(), reason.reason());
    }
}
