package jobs;

import static jobs.db.Tables.JOB;

import org.jooq.DSLContext;

public class Jobs {
    private DSLContext dsl;

    void next() {
        dsl.transaction(t -> t.dsl().selectFrom(JOB).where(JOB.STATE.in("NEW", "RETRY")).limit(10).forUpdate().skipLocked().fetch());
    }
}
