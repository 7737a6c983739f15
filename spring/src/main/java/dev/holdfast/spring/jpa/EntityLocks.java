package dev.holdfast.spring.jpa;

import dev.holdfast.LockRequest;
import dev.holdfast.session.CurrentLocks;
import dev.holdfast.session.LockGuard;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.EntityNotFoundException;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;
import org.springframework.orm.jpa.EntityManagerFactoryUtils;
import org.springframework.transaction.support.TransactionOperations;

/** The locks of entities that are {@link Lockable} or share that of a {@link LockRoot}, for the current owner. Thread-safe. */
public final class EntityLocks {
    private static final int MOVES = 3;

    private final EntityManagerFactory entities;
    private final SessionFactoryImplementor factory;
    private final LockRules rules;
    private final RootFinder roots;
    private final LockGuard guard;
    private final CurrentLocks locks;
    private final TransactionOperations transactions;

    EntityLocks(
            EntityManagerFactory entities, LockGuard guard, CurrentLocks locks, TransactionOperations transactions) {
        this.entities = entities;
        this.factory = entities.unwrap(SessionFactoryImplementor.class);
        this.rules = new LockRules(factory);
        this.roots = new RootFinder(rules);
        this.guard = guard;
        this.locks = locks;
        this.transactions = transactions;
    }

    /**
     * Returns the lock name of an entity.
     *
     * @throws IllegalArgumentException if it has none
     */
    public String name(Object entity) {
        protectedBy(RootFinder.type(entity));
        String name = inSession(session -> roots.name(session, entity));
        if (name == null) {
            throw new IllegalArgumentException("An entity without a root, or without a key, has no lock.");
        }
        return name;
    }

    /**
     * Returns the lock name of an entity by its id. For a member of an aggregate this needs at most one query, which loads only
     * the key of the root.
     *
     * @throws EntityNotFoundException if it does not exist
     */
    public String name(Class<?> type, Object id) {
        EntityPersister persister = protectedBy(type);
        String name = inSession(session -> roots.name(session, persister, id));
        if (name == null) {
            throw new EntityNotFoundException(
                    type.getSimpleName() + " " + id + " is not there, or belongs to no root.");
        }
        return name;
    }

    /**
     * Finds an entity for editing: acquires the lock, then loads it, in one transaction. An entity that was loaded before is
     * loaded again.
     *
     * @return empty if it does not exist
     * @throws dev.holdfast.LockUnavailableException if another owner holds the lock
     */
    public <T> Optional<T> findForEdit(Class<T> type, Object id) {
        EntityPersister persister = protectedBy(type);
        return transactions.execute(status -> Optional.ofNullable(edited(type, persister, id)));
    }

    private <T> @Nullable T edited(Class<T> type, EntityPersister persister, Object id) {
        EntityManager manager = EntityManagerFactoryUtils.getTransactionalEntityManager(entities);
        if (manager == null) {
            throw new IllegalStateException("The transaction is not one of this EntityManagerFactory.");
        }
        SessionImplementor session = manager.unwrap(SessionImplementor.class);
        for (int moves = 0; moves < MOVES; moves++) {
            SessionNotes.of(session).keys.clear();
            String name = roots.name(session, persister, id);
            if (name == null) {
                return manager.find(type, id); // it is not there, or has no root
            }
            boolean[] there = new boolean[1];
            T found = guard.acquire(LockRequest.of(name), () -> {
                T loaded = loaded(manager, session, persister, type, id, name);
                there[0] = loaded != null;
                // It may have moved to another root before its root was locked.
                return loaded == null || !name.equals(roots.name(session, loaded)) ? null : loaded;
            });
            if (found != null || !there[0]) {
                return found;
            }
        }
        throw new IllegalStateException(
                type.getSimpleName() + " " + id + " goes from one root to another all the time.");
    }

    private <T> @Nullable T loaded(
            EntityManager manager,
            SessionImplementor session,
            EntityPersister persister,
            Class<T> type,
            Object id,
            String name) {
        boolean before = session.getPersistenceContext().containsEntity(session.generateEntityKey(id, persister));
        T found = manager.find(type, id);
        if (found != null && before && !SessionNotes.of(session).edited.contains(name)) {
            manager.refresh(found);
        }
        if (found != null) {
            SessionNotes.of(session).edited.add(name);
        }
        return found;
    }

    /**
     * Checks that the current owner holds the locks of all these entities, in one trip, before data is changed.
     *
     * @throws dev.holdfast.session.LockNotHeldException if not
     */
    public void require(Object... changed) {
        Set<String> names = new LinkedHashSet<>();
        Stream.of(changed).map(this::name).forEach(names::add);
        guard.require(names);
    }

    /** Releases their locks, after a save or a cancel. */
    public boolean release(Object... done) {
        return locks.release(Stream.of(done).map(this::name).distinct().toArray(String[]::new));
    }

    /** Returns whether entities of this class have a lock. */
    boolean protects(Class<?> type) {
        EntityPersister persister = factory.getMappingMetamodel().findEntityDescriptor(type);
        return persister != null && rules.of(persister) != null;
    }

    private EntityPersister protectedBy(Class<?> type) {
        EntityPersister persister = factory.getMappingMetamodel().findEntityDescriptor(type);
        if (persister == null || rules.of(persister) == null) {
            throw new IllegalArgumentException(
                    type.getSimpleName() + " has no lock: mark the entity as @Lockable or give it a @LockRoot.");
        }
        return persister;
    }

    private <R> R inSession(Function<SessionImplementor, R> work) {
        EntityManager manager = EntityManagerFactoryUtils.getTransactionalEntityManager(entities);
        if (manager != null) {
            return work.apply(manager.unwrap(SessionImplementor.class));
        }
        return factory.fromSession(session -> work.apply(session.unwrap(SessionImplementor.class)));
    }
}
