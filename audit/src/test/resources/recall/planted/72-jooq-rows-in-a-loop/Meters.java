package energy;

import static energy.db.Tables.METER;

import java.util.List;
import org.jooq.DSLContext;

public class Meters {
    private final DSLContext dsl;

    Meters(DSLContext dsl) {
        this.dsl = dsl;
    }

    void readAll(List<Long> meterIds) {
        for (Long meterId : meterIds) {
            dsl.selectFrom(METER).where(METER.ID.eq(meterId)).forUpdate().fetchOne(); // finds unordered-locks
        }
    }
}
