package trade;

import jakarta.inject.Inject;

public class OrderDesk {
    @Inject
    private Orders orders;

    @Inject
    private LockManager lockManager;

    public void approve(Long orderId, String user) {
        lockManager.acquireLock("order/" + orderId, user);
        Order order = orders.findById(orderId).orElseThrow();
        order.setState("APPROVED");
        orders.update(order);
        lockManager.releaseLock("order/" + orderId, user);
    }
}
