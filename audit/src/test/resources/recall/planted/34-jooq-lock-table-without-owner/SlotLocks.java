package clinic.slot;

import static clinic.db.Tables.SLOT_LOCK;

import java.time.LocalDateTime;
import org.jooq.DSLContext;

public class SlotLocks {
    private final DSLContext dsl;

    SlotLocks(DSLContext dsl) {
        this.dsl = dsl;
    }

    boolean lock(long slotId) {
        dsl.deleteFrom(SLOT_LOCK).where(SLOT_LOCK.EXPIRES_AT.lt(LocalDateTime.now())).execute();
        return dsl.insertInto(SLOT_LOCK, SLOT_LOCK.SLOT_ID, SLOT_LOCK.EXPIRES_AT).values(slotId, LocalDateTime.now().plusMinutes(20)).onDuplicateKeyIgnore().execute() == 1; // finds lock-without-owner
    }
}
