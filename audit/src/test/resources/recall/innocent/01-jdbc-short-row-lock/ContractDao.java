package shop;

import java.sql.*;

public class ContractDao {
    public void extend(Connection con, String no) throws SQLException {
        con.setAutoCommit(false);
        try (PreparedStatement ps = con.prepareStatement("select ends from contract where contract_no = ? for update")) {
            ps.setString(1, no);
            ps.executeQuery();
        }
        try (PreparedStatement ps = con.prepareStatement("update contract set ends = ends + 365 where contract_no = ?")) {
            ps.setString(1, no);
            ps.executeUpdate();
        }
        con.commit();
    }
}
