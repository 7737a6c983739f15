package app.policy;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.*;

@RestController
public class PolicyApi {
    private PolicyRepository policies;
    private JdbcTemplate jdbc;

    @PutMapping("/policies/{id}")
    public void put(@PathVariable Long id, @RequestBody Policy changed) {
        Policy policy = policies.findById(id).orElseThrow();
        policy.setHolder(changed.getHolder());
        policies.save(policy); // finds mixed-locking
    }

    @PatchMapping("/policies/{id}")
    public void patch(@PathVariable Long id, @RequestParam String holder, @RequestParam long version) {
        jdbc.update("update policy set holder = ?, version = version + 1 where id = ? and version = ?", holder, id, version); // finds mixed-locking
    }
}
