package theatre;

import static theatre.db.Tables.SEAT;

import java.io.Console;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;

public class SeatCorrection {
    private final DSLContext ctx;

    SeatCorrection(DSLContext ctx) {
        this.ctx = ctx;
    }

    void correct(long id, Console console) {
        ctx.transaction(trx -> {
            var seat = DSL.using(trx).selectFrom(SEAT).where(SEAT.ID.eq(id)).forUpdate().fetchOne(); // finds row-lock-across-think-time
            String guest = console.readLine("Guest of seat %s: ", seat.getLabel());
            seat.setGuest(guest);
            seat.store();
        });
    }
}
