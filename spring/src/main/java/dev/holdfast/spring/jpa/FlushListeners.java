package dev.holdfast.spring.jpa;

import dev.holdfast.spring.jpa.SqlWatch.Expected;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.event.service.spi.EventListenerRegistry;
import org.hibernate.event.spi.AbstractCollectionEvent;
import org.hibernate.event.spi.AbstractPreDatabaseOperationEvent;
import org.hibernate.event.spi.EventType;
import org.hibernate.event.spi.PostDeleteEvent;
import org.hibernate.event.spi.PostDeleteEventListener;
import org.hibernate.event.spi.PostInsertEvent;
import org.hibernate.event.spi.PostInsertEventListener;
import org.hibernate.event.spi.PostUpdateEvent;
import org.hibernate.event.spi.PostUpdateEventListener;
import org.hibernate.persister.collection.CollectionPersister;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/** Reports to the guard what Hibernate is about to write. */
record FlushListeners(FlushGuard guard)
        implements PostInsertEventListener, PostUpdateEventListener, PostDeleteEventListener {
    void register(EventListenerRegistry listeners) {
        listeners.prependListeners(EventType.FLUSH, event -> SessionNotes.flushBegins(event.getSession()));
        listeners.prependListeners(EventType.AUTO_FLUSH, event -> SessionNotes.flushBegins(event.getSession()));
        listeners.appendListeners(EventType.FLUSH_ENTITY, guard::collect);
        before(listeners);
        listeners.appendListeners(EventType.POST_INSERT, this);
        listeners.appendListeners(EventType.POST_UPDATE, this);
        listeners.appendListeners(EventType.POST_DELETE, this);
        listeners.appendListeners(EventType.POST_UPSERT, event -> SqlWatch.expect(Expected.NOTHING));
        listeners.appendListeners(EventType.POST_COLLECTION_RECREATE, event -> written());
        listeners.appendListeners(EventType.POST_COLLECTION_UPDATE, event -> written());
        listeners.appendListeners(EventType.POST_COLLECTION_REMOVE, event -> written());
    }

    private void before(EventListenerRegistry listeners) {
        listeners.appendListeners(EventType.PRE_INSERT, event -> {
            SharedSessionContractImplementor session = EventSessions.of(event);
            if (session == null) {
                guard.writingWithoutSession(event.getPersister(), event.getId(), false);
            } else {
                guard.adding(session, event.getPersister(), event.getId(), event.getState());
            }
            return false;
        });
        listeners.appendListeners(EventType.PRE_UPDATE, event -> {
            writing(event, event.getState(), event.getOldState());
            return false;
        });
        listeners.appendListeners(EventType.PRE_DELETE, event -> {
            writing(event, event.getDeletedState(), event.getDeletedState());
            return false;
        });
        listeners.appendListeners(EventType.PRE_UPSERT, event -> {
            writing(event, event.getState(), null);
            return false;
        });
        listeners.appendListeners(EventType.PRE_COLLECTION_RECREATE, this::writing);
        listeners.appendListeners(EventType.PRE_COLLECTION_UPDATE, this::writing);
        listeners.appendListeners(EventType.PRE_COLLECTION_REMOVE, this::writing);
    }

    private void writing(
            AbstractPreDatabaseOperationEvent event,
            @Nullable Object @Nullable [] state,
            @Nullable Object @Nullable [] before) {
        SharedSessionContractImplementor session = EventSessions.of(event);
        if (session == null) {
            guard.writingWithoutSession(event.getPersister(), event.getId(), true);
        } else {
            guard.writing(session, event.getPersister(), event.getEntity(), event.getId(), state, before);
        }
    }

    /** Checks a collection. In a stateless session its entity was checked before. */
    private void writing(AbstractCollectionEvent event) {
        SharedSessionContractImplementor session = event.getSession();
        CollectionPersister persister = session == null || SqlWatch.expected() == Expected.STATELESS
                ? null
                : EventSessions.persister(session, event);
        if (session != null && persister != null) {
            guard.writing(session, persister, event.getAffectedOwnerOrNull());
        }
    }

    private static void written() {
        if (SqlWatch.expected() != Expected.STATELESS) {
            SqlWatch.expect(Expected.NOTHING);
        }
    }

    @Override
    public void onPostInsert(PostInsertEvent event) {
        SqlWatch.expect(Expected.NOTHING);
        SharedSessionContractImplementor session = EventSessions.of(event);
        if (session != null) {
            guard.made(session, event.getPersister(), event.getId(), event.getState());
        }
    }

    @Override
    public void onPostUpdate(PostUpdateEvent event) {
        SqlWatch.expect(Expected.NOTHING);
    }

    @Override
    public void onPostDelete(PostDeleteEvent event) {
        SqlWatch.expect(Expected.NOTHING);
    }

    @Override
    public boolean requiresPostCommitHandling(EntityPersister persister) {
        return false;
    }
}
