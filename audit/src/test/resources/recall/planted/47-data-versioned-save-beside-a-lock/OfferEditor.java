package sales;

public class OfferEditor {
    private final Offers offers;
    private final LockManager lockManager;

    public void reprice(Long id, long price, String user) {
        lockManager.acquireLock("offer/" + id, user);
        Offer offer = offers.findById(id).orElseThrow();
        offer.setPrice(price);
        offers.save(offer);
        lockManager.releaseLock("offer/" + id, user);
    }
}
