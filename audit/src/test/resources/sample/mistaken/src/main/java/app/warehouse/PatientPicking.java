package app.warehouse;

import app.locks.*;
import java.util.concurrent.TimeUnit;
import org.springframework.jdbc.core.JdbcTemplate;

public class PatientPicking {
    private LockManager lockManager;
    private JdbcTemplate jdbc;

    public void claim(Long orderId, String picker) throws InterruptedException {
        while (!lockManager.tryAcquire(orderId, picker)) { // finds waiting-for-lock
            Thread.sleep(500);
        }
    }

    public void claimByException(Long orderId, String picker) throws InterruptedException {
        while (true) {
            try {
                lockManager.acquireLock(orderId, picker); // finds waiting-for-lock
                return;
            } catch (ConcurrencyException e) {
                TimeUnit.SECONDS.sleep(1);
            }
        }
    }

    public void claimByRow(Long orderId, String picker) throws InterruptedException {
        for (; ; ) {
            int rows = jdbc.update("INSERT INTO record_lock (record_id, owner_id) VALUES (?, ?) ON CONFLICT DO NOTHING", orderId, picker); // finds waiting-for-lock
            if (rows == 1) {
                return;
            }
            Thread.sleep(1000);
        }
    }
}
