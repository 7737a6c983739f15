package travel.booking;

import static travel.db.Tables.BOOKING;

import org.jooq.DSLContext;
import org.springframework.transaction.annotation.Transactional;

public class BookingDesk {
    private final DSLContext dsl;

    public BookingDesk(DSLContext dsl) {
        this.dsl = dsl;
    }

    @Transactional(timeout = 1200)
    public void handle(long bookingId, Wizard wizard) {
        var booking = dsl.selectFrom(BOOKING).where(BOOKING.ID.eq(bookingId)).forUpdate().fetchSingle(); // finds row-lock-across-think-time
        wizard.runThrough(booking);
        booking.update();
    }
}
