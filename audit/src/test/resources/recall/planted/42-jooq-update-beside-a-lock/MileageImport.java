package fleet;

import static fleet.db.Tables.VEHICLE;

import org.jooq.DSLContext;

public class MileageImport {
    private final DSLContext dsl;

    public void record(long vehicleId, int mileage) {
        dsl.update(VEHICLE).set(VEHICLE.MILEAGE, mileage).where(VEHICLE.ID.eq(vehicleId)).execute(); // finds unguarded-write
    }
}
