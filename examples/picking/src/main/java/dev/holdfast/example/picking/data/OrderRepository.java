package dev.holdfast.example.picking.data;

import dev.holdfast.session.CurrentLocks;
import dev.holdfast.session.JdbcTransactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The only way to the orders. A picker claims an order, and with it its lines and what is reserved for it: they have no
 * locks of their own. Each method is one transaction, of the work and of the lock.
 */
public final class OrderRepository {
    private static final String ALL =
            "SELECT o.id, o.customer, o.completed, l.number, s.item, s.bin, l.quantity, l.picked"
                    + " FROM orders o JOIN line l ON l.order_id = o.id JOIN stock s ON s.sku = l.sku";
    private static final String INORDER = " ORDER BY o.id, l.number";

    private final CurrentLocks locks;
    private final JdbcTransactions transactions;

    public OrderRepository(CurrentLocks locks, JdbcTransactions transactions) {
        this.locks = locks;
        this.transactions = transactions;
    }

    /** The name of its lock. */
    public static String lock(long id) {
        return "order/" + id;
    }

    /** Returns all orders, without a lock. */
    public List<Order> queue() throws SQLException {
        return transactions.run(connection -> {
            try (PreparedStatement select = connection.prepareStatement(ALL + INORDER)) {
                return read(select);
            }
        });
    }

    /**
     * Claims it, then loads it: what the picker sees is as fresh as the lock.
     *
     * @throws dev.holdfast.LockUnavailableException if another picker has it
     */
    public Order claimForPicking(long id) throws SQLException {
        return transactions.run(connection -> {
            locks.acquire(lock(id));
            return open(connection, id);
        });
    }

    /** Marks one line as picked, or not. */
    public Order pick(long id, int line, boolean picked) throws SQLException {
        return transactions.run(connection -> {
            locks.require(lock(id));
            open(connection, id);
            if (update(connection, "UPDATE line SET picked = ? WHERE order_id = ? AND number = ?", picked, id, line)
                    == 0) {
                throw OrderException.unknown("Order " + id + " has no line " + line + ".");
            }
            return open(connection, id);
        });
    }

    /** Takes the reserved items out of the stock and releases the order, with the commit. */
    public void complete(long id) throws SQLException {
        transactions.run(connection -> {
            locks.require(lock(id));
            long left = open(connection, id).lines().stream()
                    .filter(line -> !line.picked())
                    .count();
            if (left > 0) {
                throw OrderException.conflict("Order " + id + " is not complete: " + left
                        + (left == 1 ? " line is" : " lines are") + " not picked yet.");
            }
            update(
                    connection,
                    "UPDATE stock s SET on_hand = on_hand - r.quantity FROM reservation r"
                            + " WHERE r.sku = s.sku AND r.order_id = ?",
                    id);
            update(connection, "DELETE FROM reservation WHERE order_id = ?", id);
            locks.release(lock(id));
            return update(connection, "UPDATE orders SET completed = true WHERE id = ?", id);
        });
    }

    /** Releases an order without completing it. */
    public void release(long id) {
        locks.release(lock(id));
    }

    private static Order open(Connection connection, long id) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(ALL + " WHERE o.id = ?" + INORDER)) {
            select.setLong(1, id);
            Order order = read(select).stream()
                    .findFirst()
                    .orElseThrow(() -> OrderException.unknown("There is no order " + id + "."));
            if (order.completed()) {
                throw OrderException.conflict("Order " + id + " is completed already.");
            }
            return order;
        }
    }

    private static List<Order> read(PreparedStatement select) throws SQLException {
        Map<Long, Order> orders = new LinkedHashMap<>();
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                long id = rows.getLong("id");
                if (!orders.containsKey(id)) {
                    orders.put(
                            id,
                            new Order(id, rows.getString("customer"), rows.getBoolean("completed"), new ArrayList<>()));
                }
                orders.get(id)
                        .lines()
                        .add(new Order.Line(
                                rows.getInt("number"),
                                rows.getString("item"),
                                rows.getString("bin"),
                                rows.getInt("quantity"),
                                rows.getBoolean("picked")));
            }
        }
        return List.copyOf(orders.values());
    }

    private static int update(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            return statement.executeUpdate();
        }
    }
}
