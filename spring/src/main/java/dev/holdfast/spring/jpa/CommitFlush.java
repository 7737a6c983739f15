package dev.holdfast.spring.jpa;

import dev.holdfast.spring.PendingWrites;
import org.hibernate.FlushMode;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Flushes before Spring begins to commit, instead of within: there a refusal would come out wrapped into the failure of the
 * commit.
 */
final class CommitFlush implements TransactionSynchronization, PendingWrites {
    private final SessionImplementor session;

    private CommitFlush(SessionImplementor session) {
        this.session = session;
    }

    /** Something that has a lock is in that session, and may be changed in its transaction. */
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
