package insurance.policy;

import org.springframework.data.repository.CrudRepository;

public interface Policies extends CrudRepository<Policy, Long> {}
