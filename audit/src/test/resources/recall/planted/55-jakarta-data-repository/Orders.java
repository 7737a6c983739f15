package trade;

import jakarta.data.repository.CrudRepository;
import jakarta.data.repository.Repository;

@Repository
public interface Orders extends CrudRepository<Order, Long> {}
