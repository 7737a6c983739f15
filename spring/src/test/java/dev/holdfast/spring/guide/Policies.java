package dev.holdfast.spring.guide;

import dev.holdfast.session.CurrentLocks;
import dev.holdfast.spring.AcquiresLock;
import dev.holdfast.spring.RequiresLock;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Begins to edit, saves, cancels. */
@Service
public class Policies {
    private final JdbcTemplate jdbc;
    private final CurrentLocks locks;

    Policies(JdbcTemplate jdbc, CurrentLocks locks) {
        this.jdbc = jdbc;
        this.locks = locks;
    }

    /** Looks: no lock, no statement more. */
    public Policy find(long id) {
        return new Policy(id, jdbc.queryForObject("SELECT text FROM policy WHERE id = ?", String.class, id));
    }

    @Transactional
    @AcquiresLock(type = "policy", value = "#id")
    public Policy findForEdit(long id) {
        return find(id); // as fresh as the lock: both are one transaction
    }

    @Transactional
    @RequiresLock(type = "policy", value = "#policy.id")
    public void save(Policy policy) {
        jdbc.update("UPDATE policy SET text = ? WHERE id = ?", policy.text(), policy.id());
        locks.release("policy/" + policy.id()); // with the commit
    }

    public void cancel(long id) {
        locks.release("policy/" + id);
    }
}
