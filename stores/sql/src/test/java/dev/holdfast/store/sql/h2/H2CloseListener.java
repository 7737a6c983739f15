package dev.holdfast.store.sql.h2;

import java.util.concurrent.CountDownLatch;
import org.h2.api.DatabaseEventListener;

/** Stops a database in the middle of its closing. H2 makes it by its name. */
public final class H2CloseListener implements DatabaseEventListener {
    static final CountDownLatch CLOSING = new CountDownLatch(1);
    static final CountDownLatch MAY_CLOSE = new CountDownLatch(1);

    @Override
    public void closingDatabase() {
        CLOSING.countDown();
        try {
            MAY_CLOSE.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
