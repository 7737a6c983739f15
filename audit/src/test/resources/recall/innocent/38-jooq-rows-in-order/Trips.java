package fleet;

import static fleet.db.Tables.TRIP;

import java.util.Collection;
import org.jooq.DSLContext;

public class Trips {
    private DSLContext dsl;

    void close(Collection<Long> ids) {
        dsl.selectFrom(TRIP).where(TRIP.ID.in(ids)).orderBy(TRIP.ID).forUpdate().fetch();
    }
}
