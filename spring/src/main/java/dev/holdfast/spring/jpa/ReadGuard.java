package dev.holdfast.spring.jpa;

import dev.holdfast.session.LockGuard;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.event.service.spi.EventListenerRegistry;
import org.hibernate.event.spi.EventSource;
import org.hibernate.event.spi.EventType;
import org.hibernate.event.spi.LoadEvent;
import org.hibernate.event.spi.LoadEventListener.LoadType;
import org.hibernate.event.spi.PostLoadEvent;
import org.hibernate.persister.entity.EntityPersister;

/**
 * If readers lock too, acquires the lock before Hibernate loads an entity by its id. Entities that a query finds are read
 * before they could be locked, so they must already be held.
 */
record ReadGuard(LockRules rules, RootFinder roots, Supplier<LockGuard> guard) {
    void register(EventListenerRegistry listeners) {
        listeners.prependListeners(EventType.LOAD, this::loading);
        listeners.appendListeners(EventType.POST_LOAD, this::loaded);
    }

    private void loading(LoadEvent event, LoadType kind) {
        EventSource session = event.getSession();
        EntityPersister persister =
                session.getFactory().getMappingMetamodel().findEntityDescriptor(event.getEntityClassName());
        LockRule rule = persister == null ? null : rules.of(persister);
        if (rule == null || !rule.readersLock() || kind.isAllowProxyCreation() || known(session, persister, event)) {
            return;
        }
        String name = roots.name(session, persister, event.getEntityId());
        if (name != null && !has(session, name)) {
            guard.get().acquire(rule.lock().request(name));
            SessionNotes.of(session).read.add(name);
        }
    }

    /** Returns whether the entity is already loaded. */
    private static boolean known(EventSource session, EntityPersister persister, LoadEvent event) {
        return session.getPersistenceContext()
                .containsEntity(session.generateEntityKey(event.getEntityId(), persister));
    }

    private void loaded(PostLoadEvent event) {
        LockRule rule = rules.of(event.getPersister());
        SharedSessionContractImplementor session = event.getSession();
        if (rule != null) {
            CommitFlush.expect(session);
        }
        if (rule == null || !rule.readersLock()) {
            return;
        }
        String name = roots.name(session, event.getEntity());
        if (name != null && !has(session, name)) {
            guard.get().require(rule.lock().mode(), List.of(name));
            SessionNotes.of(session).read.add(name);
        }
    }

    private boolean has(SharedSessionContractImplementor session, String name) {
        SessionNotes notes = SessionNotes.of(session);
        return notes.read.contains(name)
                || notes.made.contains(name)
                || guard.get().heldHere(Set.of(name));
    }
}
