package clinic;

import static clinic.db.Tables.PATIENT_LOCK;

import java.time.LocalDateTime;
import org.jooq.DSLContext;

public class RecordLocks {
    private DSLContext dsl;

    boolean lock(long patientId, String doctor) {
        dsl.deleteFrom(PATIENT_LOCK).where(PATIENT_LOCK.EXPIRES_AT.lt(LocalDateTime.now())).execute();
        return dsl.insertInto(PATIENT_LOCK).set(PATIENT_LOCK.PATIENT_ID, patientId).set(PATIENT_LOCK.OWNER, doctor).set(PATIENT_LOCK.EXPIRES_AT, LocalDateTime.now().plusHours(1)).onConflictDoNothing().execute() == 1;
    }
}
