package archive;

import java.sql.*;

public class LockTable {
    private Connection connection;

    public void lock(long recordId, String owner) throws SQLException, InterruptedException {
        while (!insert(recordId, owner)) { // finds waiting-for-lock
            Thread.sleep(1000);
        }
    }

    private boolean insert(long recordId, String owner) throws SQLException {
        try (PreparedStatement ps = connection.prepareStatement("INSERT INTO record_lock (record_id, owner, expires_at) VALUES (?, ?, now() + interval '5 minutes')")) {
            ps.setLong(1, recordId);
            ps.setString(2, owner);
            return ps.executeUpdate() == 1;
        } catch (SQLIntegrityConstraintViolationException e) {
            return false;
        }
    }

    public void tidy() throws SQLException {
        connection.createStatement().executeUpdate("DELETE FROM record_lock WHERE expires_at < now()");
    }
}
