package app.policy;

import jakarta.servlet.http.*;
import java.sql.*;
import javax.sql.DataSource;

public class PolicyServlet extends HttpServlet {
    private DataSource dataSource;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
        HttpSession session = request.getSession();
        Connection connection = dataSource.getConnection();
        connection.setAutoCommit(false);
        PreparedStatement select =
                connection.prepareStatement("SELECT * FROM policy WHERE id = ? FOR UPDATE"); // finds row-lock-across-think-time
        select.setLong(1, Long.parseLong(request.getParameter("id")));
        session.setAttribute("connection", connection);
    }
}
