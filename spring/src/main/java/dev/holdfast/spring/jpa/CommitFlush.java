package dev.holdfast.spring.jpa;

import dev.holdfast.spring.PendingWrites;
import org.hibernate.FlushMode;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Flushes before Spring begins to commit, since a refusal within the commit would be wrapped in another exception. */
final class CommitFlush implements TransactionSynchronization, PendingWrites {
    private final SessionImplementor session;

    private CommitFlush(SessionImplementor session) {
        this.session = session;
    }

    /** Notes that the session contains an entity with a lock, which its transaction may change. */
    static void expect(SharedSessionContractImplementor session) {
        if (!(session instanceof SessionImplementor stateful)
                || !session.isTransactionInProgress()
                || !TransactionSynchronizationManager.isActualTransactionActive()
                || !TransactionSynchronizationManager.isSynchronizationActive()) {
            return;
        }
        SessionNotes notes = SessionNotes.of(session);
        if (!notes.flushing) {
            notes.flushing = true;
            TransactionSynchronizationManager.registerSynchronization(new CommitFlush(stateful));
        }
    }

    @Override
    public void beforeCommit(boolean readOnly) {
        write();
    }

    @Override
    public void write() {
        if (session.isOpen()
                && session.isTransactionInProgress()
                && session.getHibernateFlushMode() != FlushMode.MANUAL) {
            session.flush();
        }
    }
}
