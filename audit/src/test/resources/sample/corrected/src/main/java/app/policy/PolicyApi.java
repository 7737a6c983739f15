package app.policy;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.*;

@RestController
public class PolicyApi {
    private PolicyRepository policies;
    private JdbcTemplate jdbc;
    private dev.holdfast.LockManager locks;

    @PutMapping("/policies/{id}")
    public void put(@PathVariable Long id, @RequestBody Policy changed) {
        locks.acquire("policy/" + id);
        Policy policy = policies.findById(id).orElseThrow();
        policy.setHolder(changed.getHolder());
        policies.save(policy);
    }

    @PatchMapping("/policies/{id}")
    public void patch(@PathVariable Long id, @RequestParam String holder, @RequestParam long version) {
        locks.acquire("policy/" + id);
        jdbc.update("update policy set holder = ?, version = version + 1 where id = ? and version = ?", holder, id, version);
    }
}
