package app.warehouse;

import dev.holdfast.*;
import org.springframework.stereotype.Component;

@Component
public class StockMutex {
    private final LockManager locks;
    private StockRepository stockRepository;

    public void take(long stockId, int pieces) {
        try (LockHandle handle = locks.acquire("stock/" + stockId)) {
            Stock stock = stockRepository.findById(stockId).orElseThrow();
            stock.take(pieces);
            stockRepository.save(stock);
        }
    }
}
