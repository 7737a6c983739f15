package dev.holdfast.servlet;

import dev.holdfast.LockUnavailableException;
import dev.holdfast.Owner;
import dev.holdfast.session.CurrentLocks;
import dev.holdfast.session.CurrentOwner;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.NoSuchElementException;
import javax.sql.DataSource;

/** A web application of one servlet and plain JDBC. */
final class Orders extends HttpServlet {
    private static final long serialVersionUID = 1;

    private final transient DataSource source;

    Orders(DataSource source) {
        this.source = source;
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        String[] path = request.getPathInfo().split("/", -1);
        String id = path.length > 2 ? path[2] : "";
        ServletLocks all = ServletLocks.of(getServletContext());
        CurrentLocks locks = all.current();
        try {
            switch (path[1]) {
                case "edit" -> locks.acquire("order/" + id);
                case "forward" ->
                    request.getRequestDispatcher("/app/edit/" + id).forward(request, response);
                case "late" -> late(response, locks, "order/" + id);
                case "wrapped" -> wrapped(locks, "order/" + id);
                case "load" -> answer(response, all.transactions().run(connection -> loaded(locks, connection, id)));
                case "save" -> all.transactions().run(connection -> saved(locks, connection, id, path[3]));
                case "own" -> own(all, id, path[3].equals("commit"));
                case "async" -> async(request.startAsync(), locks, id);
                case "who" -> answer(response, who(request));
                case "session" -> answer(response, request.getSession().getId());
                case "login" -> request.changeSessionId();
                case "logout" -> request.getSession().invalidate();
                case "short" -> request.getSession().setMaxInactiveInterval(1);
                default -> response.sendError(404);
            }
        } catch (SQLException e) {
            throw new ServletException(e);
        }
    }

    private static void answer(HttpServletResponse response, String text) throws IOException {
        response.getWriter().write(text);
    }

    private static String who(HttpServletRequest request) {
        return CurrentOwner.get().map(Owner::name).orElse("nobody") + (request.getSession(false) == null);
    }

    /** Has begun to answer when it is refused. */
    private static void late(HttpServletResponse response, CurrentLocks locks, String resource) throws IOException {
        response.setCharacterEncoding("ISO-8859-1");
        response.setHeader("X-Frame-Options", "DENY");
        response.getWriter().write("You have");
        locks.acquire(resource);
    }

    private static void wrapped(CurrentLocks locks, String resource) throws ServletException {
        try {
            locks.acquire(resource);
        } catch (LockUnavailableException e) {
            throw new ServletException(e);
        }
    }

    /** Locks before it loads. */
    private static String loaded(CurrentLocks locks, Connection connection, String id) throws SQLException {
        locks.acquire("order/" + id);
        try (PreparedStatement statement = connection.prepareStatement("SELECT text FROM orders WHERE id = ?")) {
            statement.setInt(1, Integer.parseInt(id));
            ResultSet rows = statement.executeQuery();
            if (!rows.next()) {
                throw new NoSuchElementException("There is no order " + id + ".");
            }
            return rows.getString(1);
        }
    }

    /** Checks, saves and gives back. */
    private static int saved(CurrentLocks locks, Connection connection, String id, String text) throws SQLException {
        locks.require("order/" + id);
        locks.release("order/" + id);
        try (PreparedStatement statement = connection.prepareStatement("UPDATE orders SET text = ? WHERE id = ?")) {
            statement.setString(1, text);
            statement.setInt(2, Integer.parseInt(id));
            return statement.executeUpdate();
        }
    }

    /** In a transaction that the application begins and ends. */
    private void own(ServletLocks all, String id, boolean commit) throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            all.transactions().joining(connection, joined -> all.current().acquire("order/" + id));
            if (commit) {
                connection.commit();
            } else {
                connection.rollback();
            }
        }
    }

    private static void async(AsyncContext async, CurrentLocks locks, String id) {
        Runnable work = CurrentOwner.carried(() -> locks.acquire("order/" + id));
        new Thread(() -> {
                    work.run();
                    async.complete();
                })
                .start();
    }
}
