package city;

import io.quarkus.narayana.jta.runtime.TransactionConfiguration;
import jakarta.persistence.LockModeType;
import jakarta.transaction.Transactional;

public class PermitResource {
    @Transactional
    @TransactionConfiguration(timeout = 15)
    public void stamp(Long id) {
        Permit permit = Permit.findById(id, LockModeType.PESSIMISTIC_WRITE);
        permit.stamped = true;
    }
}
