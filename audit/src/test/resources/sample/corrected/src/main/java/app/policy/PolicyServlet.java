package app.policy;

import dev.holdfast.LockManager;
import jakarta.servlet.http.*;
import java.sql.*;
import javax.sql.DataSource;

public class PolicyServlet extends HttpServlet {
    private DataSource dataSource;
    private LockManager locks;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
        HttpSession session = request.getSession();
        long policyId = Long.parseLong(request.getParameter("id"));
        session.setAttribute("receipt", locks.acquire("policy/" + policyId).receipt());
        try (Connection connection = dataSource.getConnection();
                PreparedStatement select = connection.prepareStatement("SELECT * FROM policy WHERE id = ?")) {
            select.setLong(1, policyId);
        }
    }
}
