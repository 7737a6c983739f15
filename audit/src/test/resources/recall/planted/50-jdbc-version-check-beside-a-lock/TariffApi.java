package energy;

import org.springframework.jdbc.core.JdbcTemplate;

public class TariffApi {
    private JdbcTemplate jdbc;

    public void rename(long id, String name, int version) {
        int rows = jdbc.update("UPDATE tariff SET name = ?, version = version + 1 WHERE id = ? AND version = ?", name, id, version); // finds mixed-locking
        if (rows == 0) {
            throw new IllegalStateException("Changed by another user");
        }
    }
}
