package shop.stock;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.springframework.stereotype.Service;

@Service
public class StockService {
    private final ConcurrentHashMap<String, ReentrantLock> itemLocks = new ConcurrentHashMap<>(); // finds in-memory-lock

    private final StockItemRepository items;

    public void book(String sku, int count) {
        ReentrantLock lock = itemLocks.computeIfAbsent(sku, key -> new ReentrantLock());
        lock.lock();
        try {
            StockItem item = items.findBySku(sku);
            item.setCount(item.getCount() - count);
            items.save(item);
        } finally {
            lock.unlock();
        }
    }
}
