package hotel;

import static hotel.db.Tables.ROOM;

import org.jooq.DSLContext;

public class RoomPrices {
    private final DSLContext dsl;

    public boolean reprice(long roomId, int price, int version) {
        return dsl.update(ROOM).set(ROOM.PRICE, price).set(ROOM.VERSION, version + 1).where(ROOM.ID.eq(roomId)).and(ROOM.VERSION.eq(version)).execute() == 1; // finds mixed-locking
    }
}
