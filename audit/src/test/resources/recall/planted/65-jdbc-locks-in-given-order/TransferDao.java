package bank;

import java.sql.*;
import java.util.List;

public class TransferDao {
    private Connection connection;

    public void lockAll(List<Long> accountIds) throws SQLException {
        try (PreparedStatement ps = connection.prepareStatement("SELECT balance FROM account WHERE id = ? FOR UPDATE")) {
            for (Long id : accountIds) {
                ps.setLong(1, id);
                ps.executeQuery(); // finds unordered-locks
            }
        }
    }
}
