package fleet;

import static fleet.db.Tables.DEPOT;

import org.jooq.DSLContext;
import org.jooq.Record;

public class DepotDao {
    private final DSLContext dsl;

    DepotDao(DSLContext dsl) {
        this.dsl = dsl;
    }

    Record lock(long id) {
        return dsl.selectFrom(DEPOT).where(DEPOT.ID.eq(id)).forUpdate().wait(600).fetchOne(); // finds waiting-for-lock
    }
}
