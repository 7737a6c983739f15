package fleet;

import static fleet.db.Tables.VEHICLE;

import org.jooq.DSLContext;

public class VehicleService {
    private DSLContext dsl;
    private LockService lockService;

    public void assign(long vehicleId, String driver, String user) {
        lockService.lock("vehicle", vehicleId, user);
        dsl.update(VEHICLE).set(VEHICLE.DRIVER, driver).where(VEHICLE.ID.eq(vehicleId)).execute();
    }
}
