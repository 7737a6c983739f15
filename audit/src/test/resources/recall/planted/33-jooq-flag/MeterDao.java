package energy.meter;

import static energy.db.Tables.METER;

import org.jooq.DSLContext;

public class MeterDao {
    private final DSLContext dsl;

    MeterDao(DSLContext dsl) {
        this.dsl = dsl;
    }

    boolean lock(long meterId) {
        return dsl.update(METER).set(METER.LOCKED, true).where(METER.ID.eq(meterId)).and(METER.LOCKED.eq(false)).execute() == 1; // finds lock-without-owner
    }

    void unlock(long meterId) {
        dsl.update(METER).set(METER.LOCKED, false).where(METER.ID.eq(meterId)).execute();
    }
}
