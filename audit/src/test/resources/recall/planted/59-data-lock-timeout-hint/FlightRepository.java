package travel;

import jakarta.persistence.*;
import java.util.Optional;
import org.springframework.data.jpa.repository.*;

public interface FlightRepository extends JpaRepository<Flight, Long> {
    @Lock(LockModeType.PESSIMISTIC_WRITE)
    @QueryHints(@QueryHint(name = "javax.persistence.lock.timeout", value = "180000")) // finds waiting-for-lock
    @Query("select f from Flight f where f.id = :id")
    Optional<Flight> findLocked(Long id);
}
