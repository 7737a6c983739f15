package dev.holdfast.spring.jpa;

import dev.holdfast.Hold;
import dev.holdfast.session.LockGuard;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.hibernate.StatelessSession;
import org.hibernate.collection.spi.PersistentCollection;
import org.hibernate.engine.spi.CollectionEntry;
import org.hibernate.engine.spi.EntityEntry;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.engine.spi.Status;
import org.hibernate.event.spi.FlushEntityEvent;
import org.hibernate.persister.collection.CollectionPersister;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/**
 * Refuses to write entities whose locks the current owner does not hold. Collects lock names while Hibernate looks for changes,
 * and checks all of them together before the first statement.
 */
final class FlushGuard {
    private final LockRules rules;
    private final RootFinder roots;
    private final VersionGuard versions;
    private final FenceGuard fences;
    private final Supplier<LockGuard> guard;

    FlushGuard(LockRules rules, RootFinder roots, VersionGuard versions, Supplier<LockGuard> guard) {
        this.rules = rules;
        this.roots = roots;
        this.versions = versions;
        this.fences = new FenceGuard(rules);
        this.guard = guard;
    }

    /** Collects the lock names of an entity that Hibernate is about to flush. */
    void collect(FlushEntityEvent event) {
        EntityEntry entry = event.getEntityEntry();
        EntityPersister persister = entry.getPersister();
        LockRule rule = rules.of(persister);
        if (rule == null) {
            return;
        }
        SharedSessionContractImplementor session = event.getSession();
        SessionNotes notes = SessionNotes.of(session);
        boolean gone = entry.getStatus() == Status.DELETED;
        if (!entry.isExistsInDatabase()) {
            String name = gone ? null : roots.name(session, persister, entry.getId(), event.getPropertyValues());
            if (name != null) {
                (rule.newWithEntity() || versions.madeHere(rule, name) ? notes.made : notes.needed).add(name);
            }
        } else if (gone || event.hasDirtyProperties() || event.hasDirtyCollection()) {
            notes.needed.addAll(
                    names(session, persister, entry.getId(), event.getPropertyValues(), entry.getLoadedState()));
        }
    }

    /** Notes that an entity was inserted. */
    void made(
            SharedSessionContractImplementor session, EntityPersister persister, Object id, @Nullable Object[] state) {
        LockRule rule = rules.of(persister);
        String name = rule == null ? null : roots.name(session, persister, id, state);
        if (rule != null && name != null && (rule.newWithEntity() || versions.madeHere(rule, name))) {
            SessionNotes.of(session).made.add(name);
        }
        versions.added(persister, state);
    }

    /** Checks an entity before it is inserted. A root changes with a new member. */
    void adding(
            SharedSessionContractImplementor session,
            EntityPersister persister,
            @Nullable Object id,
            @Nullable Object[] state) {
        LockRule rule = rules.of(persister);
        if (rule != null && !rule.newWithEntity()) {
            check(session, names(session, persister, id, state, state));
        }
        expect(session);
    }

    /** Checks an entity before it is changed or deleted, also for its earlier root. */
    void writing(
            SharedSessionContractImplementor session,
            EntityPersister persister,
            Object entity,
            Object id,
            @Nullable Object @Nullable [] state,
            @Nullable Object @Nullable [] before) {
        if (rules.of(persister) != null) {
            check(session, names(session, persister, id, state, before));
            fence(session, persister, entity, id, state);
        }
        versions.changed(session, persister, id, state);
        versions.changed(session, persister, id, before);
        expect(session);
    }

    private void fence(
            SharedSessionContractImplementor session,
            EntityPersister persister,
            Object entity,
            Object id,
            @Nullable Object @Nullable [] state) {
        for (String name :
                rules.fence(persister) == null ? Set.<String>of() : names(session, persister, id, state, state)) {
            Hold hold = SessionNotes.of(session).held.get(name);
            if (hold != null) {
                fences.fence(session, persister, entity, id, state, name, hold.fence());
            }
        }
    }

    /**
     * Checks a write in a stateless session of Hibernate 6, whose events do not have the session.
     *
     * @param old whether the row is already there, so that its own lock is needed
     * @throws UnsupportedOperationException if the lock cannot be found without the session
     */
    void writingWithoutSession(EntityPersister persister, @Nullable Object id, boolean old) {
        LockRule rule = rules.of(persister);
        boolean ofItself = rule == null || (rule.ofRoot() && rule.key().isEmpty());
        if (!ofItself || rules.fence(persister) != null || rules.version(persister) != null) {
            throw new UnsupportedOperationException(persister.getEntityName()
                    + " cannot be written in a StatelessSession of Hibernate 6, since its lock cannot be found there: use a"
                    + " Session or Hibernate 7.");
        }
        if (rule != null && old && id != null) {
            guard.get().require(Set.of(rule.name(id)));
        }
        SqlWatch.expect(SqlWatch.Expected.STATELESS);
    }

    /** Notes that the next statement was checked, with or without a lock. */
    private static void expect(SharedSessionContractImplementor session) {
        SqlWatch.expect(session instanceof StatelessSession ? SqlWatch.Expected.STATELESS : SqlWatch.Expected.FLUSHED);
    }

    /** Checks a collection before it is written. */
    void writing(SharedSessionContractImplementor session, CollectionPersister persister, @Nullable Object owner) {
        if (!persister.isInverse() && rules.of(persister.getOwnerEntityPersister()) != null) {
            String name = owner == null ? null : roots.name(session, owner);
            check(session, name == null ? Set.of() : Set.of(name));
            expect(session);
        }
        if (!persister.isInverse() && owner != null) {
            versions.changed(persister.getOwnerEntityPersister(), owner);
        }
    }

    private Set<String> names(
            SharedSessionContractImplementor session,
            EntityPersister persister,
            @Nullable Object id,
            @Nullable Object @Nullable [] state,
            @Nullable Object @Nullable [] before) {
        Set<String> names = new LinkedHashSet<>();
        LockRule rule = rules.of(persister);
        Stream.of(state, before)
                .map(values -> values != null
                        ? roots.name(session, persister, id, values)
                        : id == null ? null : roots.name(session, persister, id)) // as the database has it
                .filter(name -> name != null && rule != null && !versions.madeHere(rule, name))
                .forEach(names::add);
        return names;
    }

    private void check(SharedSessionContractImplementor session, Set<String> names) {
        SessionNotes notes = SessionNotes.of(session);
        if (session instanceof StatelessSession) {
            notes.forget(); // each call writes by itself
        }
        notes.needed.addAll(names);
        if (session.isEventSource() && !notes.collected) {
            notes.collected = true;
            session.getPersistenceContext()
                    .forEachCollectionEntry((collection, entry) -> collect(session, notes, collection, entry), true);
        }
        Set<String> unknown = new LinkedHashSet<>(notes.needed);
        unknown.removeAll(notes.held.keySet());
        unknown.removeAll(notes.reported);
        unknown.removeAll(notes.made);
        if (!unknown.isEmpty()) {
            notes.held.putAll(guard.get().require(unknown));
            notes.reported.addAll(unknown);
        }
    }

    private void collect(
            SharedSessionContractImplementor session,
            SessionNotes notes,
            PersistentCollection<?> collection,
            CollectionEntry entry) {
        boolean written = entry.isDoupdate() || entry.isDoremove() || entry.isDorecreate();
        Object owner = written ? collection.getOwner() : null;
        CollectionPersister persister =
                entry.getLoadedPersister() == null ? entry.getCurrentPersister() : entry.getLoadedPersister();
        if (owner != null
                && persister != null
                && !persister.isInverse()
                && rules.of(persister.getOwnerEntityPersister()) != null) {
            String name = roots.name(session, owner);
            if (name != null) {
                notes.needed.add(name);
            }
        }
    }
}
