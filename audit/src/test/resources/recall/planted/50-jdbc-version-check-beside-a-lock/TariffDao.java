package energy;

import org.springframework.jdbc.core.JdbcTemplate;

public class TariffDao {
    private JdbcTemplate jdbc;
    private LockManager lockManager;

    public void edit(long id, long price, String user) {
        lockManager.acquire("tariff/" + id, user);
        jdbc.update("UPDATE tariff SET price = ?, version = version + 1 WHERE id = ?", price, id);
        lockManager.release("tariff/" + id, user);
    }
}
