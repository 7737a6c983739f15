package ledger;

import static ledger.db.Tables.PERIOD;

import org.jooq.DSLContext;

public class Periods {
    private DSLContext dsl;

    void close(int year) {
        dsl.update(PERIOD).set(PERIOD.LOCKED, true).where(PERIOD.YEAR.eq(year)).execute();
    }
}
