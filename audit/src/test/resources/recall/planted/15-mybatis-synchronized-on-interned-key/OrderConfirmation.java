package shop.order;

import org.springframework.stereotype.Service;

@Service
public class OrderConfirmation {
    private final OrderMapper orderMapper;

    public void confirm(String orderNo) {
        synchronized (("order:" + orderNo).intern()) { // finds in-memory-lock
            Order order = orderMapper.selectByNo(orderNo);
            order.setState("CONFIRMED");
            orderMapper.updateByPrimaryKey(order);
        }
    }
}
