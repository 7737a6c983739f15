package bank.account;

import org.springframework.jdbc.core.JdbcTemplate;

public class AccountDao {
    private final JdbcTemplate jdbc;
    private final LockManager lockManager;

    public void changeLimit(long accountId, long limit, String clerk) {
        lockManager.acquire("account/" + accountId, clerk);
        try {
            jdbc.update("UPDATE account SET credit_limit = ? WHERE id = ?", limit, accountId);
        } finally {
            lockManager.release("account/" + accountId, clerk);
        }
    }
}
