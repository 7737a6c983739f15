package fleet;

import static fleet.db.Tables.TRIP;

import java.util.Collection;
import org.jooq.DSLContext;

public class Trips {
    private final DSLContext dsl;

    Trips(DSLContext dsl) {
        this.dsl = dsl;
    }

    void close(Collection<Long> ids) {
        dsl.transaction(t -> {
            t.dsl().selectFrom(TRIP).where(TRIP.ID.in(ids)).forUpdate().fetch(); // finds unordered-locks
            t.dsl().update(TRIP).set(TRIP.STATE, "CLOSED").where(TRIP.ID.in(ids)).execute();
        });
    }
}
