package dev.holdfast.example.underwriting.policy;

import dev.holdfast.session.CurrentLocks;
import dev.holdfast.spring.RequiresLock;
import dev.holdfast.spring.VersionRows;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Ends the work on a policy. */
@Service
public class SavePolicyCommand {
    private final Policies policies;
    private final VersionRows versions;
    private final CurrentLocks locks;

    SavePolicyCommand(Policies policies, VersionRows versions, CurrentLocks locks) {
        this.policies = policies;
        this.versions = versions;
        this.locks = locks;
    }

    /** Saves all of it, and releases the lock with the commit. Without the lock nothing is read, let alone written. */
    @Transactional
    @RequiresLock(type = Policy.LOCKS, value = "#form.id")
    public void save(PolicyForm form) {
        Policy policy = policies.findById(form.id()).orElseThrow();
        versions.changed(policy.versionId(), form.version());
        policy.write(form);
        release(form.id());
    }

    /** Changes nothing, and lets others work on it. */
    public void cancel(long id) {
        release(id);
    }

    private void release(long id) {
        locks.release(Policy.LOCKS + "/" + id);
    }
}
