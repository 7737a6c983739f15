package shop.contract;

import jakarta.servlet.http.*;
import java.io.IOException;
import java.sql.*;
import javax.sql.DataSource;

public class ContractServlet extends HttpServlet {
    private DataSource dataSource;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            Connection con = dataSource.getConnection();
            con.setAutoCommit(false);
            PreparedStatement ps = con.prepareStatement("select * from contract where contract_no = ? for update"); // finds row-lock-across-think-time
            ps.setString(1, request.getParameter("no"));
            ResultSet row = ps.executeQuery();
            request.getSession().setAttribute("editConnection", con);
            response.getWriter().println(row.next() ? row.getString("text") : "");
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }
}
