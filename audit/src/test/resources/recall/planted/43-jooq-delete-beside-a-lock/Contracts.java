package energy;

import static energy.db.Tables.CONTRACT;

import org.jooq.DSLContext;

public class Contracts {
    private final DSLContext create;
    private final LockRegistry lockRegistry;

    public void rename(long contractId, String name, String user) {
        lockRegistry.acquire("contract:" + contractId, user);
        create.update(CONTRACT).set(CONTRACT.NAME, name).where(CONTRACT.ID.eq(contractId)).execute();
        lockRegistry.release("contract:" + contractId, user);
    }
}
