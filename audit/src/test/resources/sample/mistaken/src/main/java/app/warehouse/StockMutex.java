package app.warehouse;

import java.util.concurrent.*;
import java.util.concurrent.locks.ReentrantLock;
import org.springframework.stereotype.Component;

@Component
public class StockMutex {
    private final ConcurrentMap<Long, ReentrantLock> locks = new ConcurrentHashMap<>(); // finds in-memory-lock
    private StockRepository stockRepository;

    public void take(long stockId, int pieces) {
        ReentrantLock lock = locks.computeIfAbsent(stockId, id -> new ReentrantLock());
        lock.lock();
        try {
            Stock stock = stockRepository.findById(stockId).orElseThrow();
            stock.take(pieces);
            stockRepository.save(stock);
        } finally {
            lock.unlock();
        }
    }
}
