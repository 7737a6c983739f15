package insurance.policy;

import org.springframework.scheduling.annotation.Scheduled;

public class NightlyRounding {
    private final Policies policies;

    @Scheduled(cron = "0 0 2 * * *")
    public void round() {
        for (Policy policy : policies.findAll()) {
            policy.setRate(Math.round(policy.getRate()));
            policies.save(policy); // finds unguarded-write
        }
    }
}
