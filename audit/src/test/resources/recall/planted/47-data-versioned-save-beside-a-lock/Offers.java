package sales;

import org.springframework.data.jpa.repository.JpaRepository;

public interface Offers extends JpaRepository<Offer, Long> {}
