package clinic;

import static clinic.db.Tables.PATIENT_LOCK;

import org.jooq.DSLContext;

public class RecordLocks {
    private final DSLContext dsl;

    RecordLocks(DSLContext dsl) {
        this.dsl = dsl;
    }

    boolean lock(long patientId, String doctor) {
        return dsl.insertInto(PATIENT_LOCK).set(PATIENT_LOCK.PATIENT_ID, patientId).set(PATIENT_LOCK.OWNER, doctor).onConflictDoNothing().execute() == 1; // finds lock-without-timeout
    }

    void unlock(long patientId, String doctor) {
        dsl.deleteFrom(PATIENT_LOCK).where(PATIENT_LOCK.PATIENT_ID.eq(patientId)).and(PATIENT_LOCK.OWNER.eq(doctor)).execute();
    }
}
