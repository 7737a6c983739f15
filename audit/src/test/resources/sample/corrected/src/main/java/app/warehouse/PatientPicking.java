package app.warehouse;

import app.locks.*;
import org.springframework.jdbc.core.JdbcTemplate;

public class PatientPicking {
    private LockManager lockManager;
    private JdbcTemplate jdbc;

    public boolean claim(Long orderId, String picker) {
        return lockManager.tryAcquire(orderId, picker);
    }

    public void claimByException(Long orderId, String picker) throws InterruptedException {
        for (int attempt = 0; attempt < 3; attempt++) {
            try {
                lockManager.acquireLock(orderId, picker);
                return;
            } catch (ConcurrencyException e) {
                Thread.sleep(100);
            }
        }
        throw new ConcurrencyException("busy");
    }

    public boolean claimByRow(Long orderId, String picker) {
        return jdbc.update("INSERT INTO record_lock (record_id, owner_id) VALUES (?, ?) ON CONFLICT DO NOTHING", orderId, picker) == 1;
    }
}
