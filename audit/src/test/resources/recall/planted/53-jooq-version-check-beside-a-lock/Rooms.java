package hotel;

import static hotel.db.Tables.ROOM;

import org.jooq.DSLContext;

public class Rooms {
    private final DSLContext dsl;
    private final LockManager lockManager;

    public void edit(long roomId, String text, String user) {
        lockManager.acquireLock("room/" + roomId, user);
        dsl.update(ROOM).set(ROOM.TEXT, text).set(ROOM.VERSION, ROOM.VERSION.plus(1)).where(ROOM.ID.eq(roomId)).execute();
        lockManager.releaseLock("room/" + roomId, user);
    }
}
