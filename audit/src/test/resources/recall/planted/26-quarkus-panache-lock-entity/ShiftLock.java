package care.shift;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.*;
import java.time.Instant;

@Entity
public class ShiftLock extends PanacheEntityBase { // finds lock-without-timeout
    @Id
    public Long shiftId;

    public String lockedBy;

    public Instant lockedSince;

    public static ShiftLock of(Long shiftId) {
        return findById(shiftId);
    }
}
