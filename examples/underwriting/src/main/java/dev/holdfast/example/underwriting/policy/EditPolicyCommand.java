package dev.holdfast.example.underwriting.policy;

import dev.holdfast.spring.VersionRows;
import java.util.Optional;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Begins to work on a policy: takes the lock, then loads all that belongs to it, in one transaction. */
@Service
public class EditPolicyCommand {
    private final Policies policies;
    private final VersionRows versions;

    EditPolicyCommand(Policies policies, VersionRows versions) {
        this.policies = policies;
        this.versions = versions;
    }

    /** Locks and loads a policy; empty if there is none, and then nothing is locked. */
    @Transactional
    public Optional<PolicyForm> edit(long id) {
        return policies.findForEdit(id)
                .map(policy -> policy.form(versions.find(policy.versionId()).orElseThrow()));
    }
}
