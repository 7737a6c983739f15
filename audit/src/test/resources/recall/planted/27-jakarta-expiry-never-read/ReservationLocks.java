package hotel;

import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import java.sql.*;
import javax.sql.DataSource;

@Stateless
public class ReservationLocks {
    @Resource
    private DataSource dataSource;

    public boolean lock(int reservation, String owner, Timestamp expiry) throws SQLException {
        try (Connection con = dataSource.getConnection();
                PreparedStatement insert = con.prepareStatement("INSERT INTO reservation_lock (reservation_id, lock_owner, expires_at) VALUES (?, ?, ?)")) {
            insert.setInt(1, reservation);
            insert.setString(2, owner);
            insert.setTimestamp(3, expiry);
            return insert.executeUpdate() == 1;
        } catch (SQLIntegrityConstraintViolationException e) {
            return false;
        }
    }

    public void unlock(int reservation, String owner) throws SQLException {
        try (Connection con = dataSource.getConnection();
                PreparedStatement delete = con.prepareStatement("DELETE FROM reservation_lock WHERE reservation_id = ? AND lock_owner = ?")) {
            delete.setInt(1, reservation);
            delete.setString(2, owner);
            delete.executeUpdate();
        }
    }
}
