package estate;

import jakarta.inject.Inject;
import jakarta.transaction.Transactional;

public class ListingEditor {
    @Inject
    ListingRepository listings;

    @Inject
    LockManager locks;

    @Transactional
    public void edit(Long id, String text, String agent) {
        locks.acquire("listing/" + id, agent);
        Listing listing = listings.findById(id);
        listing.setText(text);
        listings.persist(listing);
    }
}
