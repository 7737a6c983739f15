package estate;

import io.quarkus.hibernate.orm.panache.PanacheRepository;
import jakarta.transaction.Transactional;

public class Listings implements PanacheRepository<Listing> {
    @Transactional
    public void expire() {
        update("state = 'EXPIRED' where until < current_date");
    }

    @Transactional
    public void drop(Long id) {
        deleteById(id);
    }
}
