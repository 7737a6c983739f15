package insurance;

public class Underwriting {
    private Policies policies;
    private LockService lockService;

    public void rate(Long policyId, String user, double rate) {
        lockService.acquireLock("policy", policyId, user);
        Policy policy = policies.findById(policyId).orElseThrow();
        policy.setRate(rate);
        policies.save(policy);
    }
}
