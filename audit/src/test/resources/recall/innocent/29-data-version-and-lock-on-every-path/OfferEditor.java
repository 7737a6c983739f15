package sales;

public class OfferEditor {
    private OfferRepository offers;
    private LockManager lockManager;

    public void reprice(Long id, long price, String user) {
        lockManager.acquireLock("offer/" + id, user);
        Offer offer = offers.findById(id).orElseThrow();
        offer.setPrice(price);
        offers.save(offer);
    }

    public void rename(Long id, String name, String user) {
        lockManager.acquireLock("offer/" + id, user);
        Offer offer = offers.findById(id).orElseThrow();
        offer.setName(name);
        offers.save(offer);
    }
}
