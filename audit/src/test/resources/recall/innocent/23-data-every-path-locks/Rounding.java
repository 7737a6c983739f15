package insurance;

public class Rounding {
    private Policies policies;
    private LockService lockService;

    public void round() {
        for (Policy policy : policies.findAll()) {
            if (lockService.tryLock("policy", policy.getId(), "rounding")) {
                policy.setRate(Math.round(policy.getRate()));
                policies.save(policy);
            }
        }
    }
}
