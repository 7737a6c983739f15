package bank.account;

import java.sql.*;

public class AccountBatch {
    public void closeDormant(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("UPDATE account SET state = 'CLOSED' WHERE last_booking < CURRENT_DATE - 3650"); // finds unguarded-write
        }
    }
}
