package fleet;

import static fleet.db.Tables.VEHICLE;

import org.jooq.DSLContext;

public class VehicleService {
    private final DSLContext dsl;
    private final LockService lockService;

    public void assign(long vehicleId, String driver, String user) {
        lockService.lock("vehicle", vehicleId, user);
        try {
            dsl.update(VEHICLE).set(VEHICLE.DRIVER, driver).where(VEHICLE.ID.eq(vehicleId)).execute();
        } finally {
            lockService.unlock("vehicle", vehicleId, user);
        }
    }
}
