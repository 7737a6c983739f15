package insurance.policy;

import org.springframework.stereotype.Service;

@Service
public class Underwriting {
    private final Policies policies;
    private final LockService lockService;

    public void rate(Long policyId, String user, double rate) {
        lockService.acquireLock("policy", policyId, user);
        Policy policy = policies.findById(policyId).orElseThrow();
        policy.setRate(rate);
        policies.save(policy);
        lockService.releaseLock("policy", policyId, user);
    }
}
