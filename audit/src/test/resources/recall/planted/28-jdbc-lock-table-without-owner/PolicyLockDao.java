package insurance;

import java.time.Instant;
import org.springframework.jdbc.core.simple.JdbcClient;

public class PolicyLockDao {
    private final JdbcClient client;

    public boolean lock(long id) {
        client.sql("delete from policy_lock where locked_until < now()").update();
        return client.sql("insert into policy_lock (policy_id, locked_until) values (?, ?) on conflict do nothing").params(id, Instant.now().plusSeconds(1200)).update() == 1;
    }
}
