package dev.holdfast.servlet.guide;

import dev.holdfast.servlet.ServletLocks;
import dev.holdfast.session.CurrentLocks;
import dev.holdfast.session.JdbcTransactions;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Orders that somebody picks. */
public final class OrderServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    private transient CurrentLocks locks;
    private transient JdbcTransactions transactions;

    @Override
    public void init() {
        ServletLocks all = ServletLocks.of(getServletContext());
        locks = all.current();
        transactions = all.transactions();
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        try {
            if (request.getPathInfo().endsWith("/claim")) {
                response.getWriter().write(claim(id(request)));
            } else {
                complete(id(request));
            }
        } catch (SQLException e) {
            throw new ServletException(e);
        }
    }

    private static long id(HttpServletRequest request) {
        return Long.parseLong(request.getPathInfo().split("/", -1)[1]);
    }

    String claim(long id) throws SQLException {
        return transactions.run(connection -> {
            locks.acquire("order/" + id);
            return load(connection, id); // as fresh as the lock: both are one transaction
        });
    }

    void complete(long id) throws SQLException {
        transactions.run(connection -> {
            locks.require("order/" + id);
            locks.release("order/" + id); // with the commit
            return save(connection, id, "completed");
        });
    }

    private static String load(Connection connection, long id) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT state FROM orders WHERE id = ?")) {
            select.setLong(1, id);
            try (ResultSet rows = select.executeQuery()) {
                return rows.next() ? rows.getString(1) : "unknown";
            }
        }
    }

    private static int save(Connection connection, long id, String state) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("UPDATE orders SET state = ? WHERE id = ?")) {
            update.setString(1, state);
            update.setLong(2, id);
            return update.executeUpdate();
        }
    }
}
