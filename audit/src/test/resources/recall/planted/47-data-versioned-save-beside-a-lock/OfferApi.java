package sales;

import org.springframework.web.bind.annotation.*;

@RestController
public class OfferApi {
    private final Offers offers;

    @PutMapping("/offers/{id}")
    public Offer put(@PathVariable Long id, @RequestBody Offer offer) {
        return offers.save(offer); // finds mixed-locking
    }
}
