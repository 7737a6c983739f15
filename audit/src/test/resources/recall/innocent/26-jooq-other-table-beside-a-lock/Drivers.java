package fleet;

import static fleet.db.Tables.DRIVER;

import org.jooq.DSLContext;

public class Drivers {
    private DSLContext dsl;

    public void rename(long driverId, String name) {
        dsl.update(DRIVER).set(DRIVER.NAME, name).where(DRIVER.ID.eq(driverId)).execute();
    }
}
