package fleet;

import static fleet.db.Tables.DEPOT;

import org.jooq.DSLContext;

public class Depots {
    private DSLContext dsl;

    void lock(long id) {
        dsl.selectFrom(DEPOT).where(DEPOT.ID.eq(id)).forUpdate().noWait().fetchOne();
        dsl.selectFrom(DEPOT).where(DEPOT.ID.eq(id)).forUpdate().wait(5).fetchOne();
    }
}
