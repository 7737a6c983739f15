package trade;

import jakarta.inject.Inject;

public class OrderCancel {
    @Inject
    private Orders orders;

    public void cancel(Long orderId) {
        Order order = orders.findById(orderId).orElseThrow();
        order.setState("CANCELLED");
        orders.update(order); // finds mixed-locking
    }
}
