package dev.holdfast.example.picking.web;

import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.example.picking.data.Order;
import dev.holdfast.example.picking.data.OrderException;
import dev.holdfast.example.picking.data.OrderRepository;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code GET /orders} is the queue; {@code POST /orders/{id}/claim}, {@code /complete}, {@code /release} and {@code
 * /lines/{number}} are what a picker does. A refusal of a lock is answered by Holdfast's filter.
 */
public final class OrderServlet extends HttpServlet {
    private static final long serialVersionUID = 1;
    private static final Pattern PATH =
            Pattern.compile("/(?<id>[0-9]{1,18})/(?:(?<call>claim|move|complete|release)|lines/(?<line>[0-9]{1,9}))");

    private final transient OrderRepository orders;
    private final transient LockManager locks;
    private final transient Pickers pickers = new Pickers();

    public OrderServlet(OrderRepository orders, LockManager locks) {
        this.orders = orders;
        this.locks = locks;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        if (pickers.user(request) == null) {
            Answers.problem(response, 401, "Not signed in", "Choose who you are.");
            return;
        }
        try {
            super.service(request, response);
        } catch (OrderException e) {
            Answers.problem(
                    response,
                    e.unknown() ? 404 : 409,
                    e.unknown() ? "Unknown" : "Conflict",
                    String.valueOf(e.getMessage()));
        }
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        Map<String, LockView> held = new HashMap<>();
        locks.list("order/").forEach(view -> held.put(view.resource(), view));
        try {
            Answers.json(
                    response,
                    orders.queue().stream()
                            .map(order -> Card.of(order, held.get(OrderRepository.lock(order.id()))))
                            .toList());
        } catch (SQLException e) {
            throw new ServletException(e);
        }
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        Matcher path = PATH.matcher(String.valueOf(request.getPathInfo()));
        if (!path.matches()) {
            Answers.problem(response, 404, "Unknown", "There is nothing to do by this name.");
            return;
        }
        long id = Long.parseLong(path.group("id"));
        try {
            if (path.group("line") != null) {
                boolean picked = Boolean.TRUE.equals(Answers.body(request).get("picked"));
                answer(response, orders.pick(id, Integer.parseInt(path.group("line")), picked));
            } else if (path.group("call").equals("move")) {
                releaseElsewhere(id);
                answer(response, orders.claimForPicking(id));
            } else if (path.group("call").equals("claim")) {
                answer(response, orders.claimForPicking(id));
            } else {
                if (path.group("call").equals("complete")) {
                    orders.complete(id);
                } else {
                    orders.release(id);
                }
                response.setStatus(HttpServletResponse.SC_NO_CONTENT);
            }
        } catch (SQLException e) {
            throw new ServletException(e);
        }
    }

    /** Releases an order that the same picker has claimed at another device. The page there is told. */
    private void releaseElsewhere(long id) {
        String lock = OrderRepository.lock(id);
        Card.holds(locks.view(lock))
                .filter(Card::isMineElsewhere)
                .forEach(hold -> locks.admin()
                        .forceRelease(lock, hold.fence(), hold.owner().name(), "moved to another device"));
    }

    private void answer(HttpServletResponse response, Order order) throws IOException {
        Answers.json(response, Card.of(order, locks.view(OrderRepository.lock(order.id()))));
    }
}
