package estate;

import io.quarkus.scheduler.Scheduled;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;

public class ListingExpiry {
    @Inject
    ListingRepository listings;

    @Scheduled(every = "24h")
    @Transactional
    void expire() {
        listings.update("state = 'EXPIRED' where until < current_date"); // finds unguarded-write
    }
}
