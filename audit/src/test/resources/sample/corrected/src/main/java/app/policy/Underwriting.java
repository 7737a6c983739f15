package app.policy;

import dev.holdfast.LockManager;

public class Underwriting {
    private final PolicyRepository policies;
    private final LockManager locks;

    public Policy edit(Long id) {
        locks.acquire("policy/" + id);
        return policies.findById(id).orElseThrow();
    }
}
