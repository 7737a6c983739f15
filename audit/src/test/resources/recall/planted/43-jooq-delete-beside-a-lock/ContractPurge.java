package energy;

import static energy.db.Tables.CONTRACT;

import java.time.LocalDate;
import org.jooq.DSLContext;

public class ContractPurge {
    private final DSLContext create;

    public void purge(LocalDate before) {
        create.deleteFrom(CONTRACT).where(CONTRACT.ENDED.lt(before)).execute(); // finds unguarded-write
    }
}
