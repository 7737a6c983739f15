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

/**
 * The locks of entities that are {@link Lockable}, or belong to such a one by {@link LockRoot}: then its lock is meant. Acts for
 * whoever acts. Thread-safe.
 */
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
     * The name of its lock.
     *
     * @throws IllegalArgumentException if it has none
     */
    public String name(Object entity) {
        protectedBy(RootFinder.type(entity));
        String name = inSession(session -> roots.name(session, entity));
        if (name == null) {
            throw new IllegalArgumentException("What belongs to no root, or has no key yet, has no lock.");
        }
        return name;
    }

    /**
     * The same by its id. For what belongs to a root this is one query at most, which loads nothing but the key of the root.
     *
     * @throws EntityNotFoundException if it is not there
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
     * Begins to edit: takes the lock, then loads, in one transaction. What was loaded before is loaded anew.
     *
     * @return empty if it is not there
     * @throws dev.holdfast.LockUnavailableException if somebody else has it
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
                return manager.find(type, id); // it is not there, or belongs to nobody
            }
            boolean[] there = new boolean[1];
            T found = guard.acquire(LockRequest.of(name), () -> {
                T loaded = loaded(manager, session, persister, type, id, name);
                there[0] = loaded != null;
                // Before the root was locked, it may have gone over to another.
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
     * Makes sure that whoever acts has the locks of all of them, in one trip, before something is changed.
     *
     * @throws dev.holdfast.session.LockNotHeldException if not
     */
    public void require(Object... changed) {
        Set<String> names = new LinkedHashSet<>();
        Stream.of(changed).map(this::name).forEach(names::add);
        guard.require(names);
    }

    /** Gives their locks back: saved, or cancelled. */
    public boolean release(Object... done) {
        return locks.release(Stream.of(done).map(this::name).distinct().toArray(String[]::new));
    }

    /** Whether values of that class stand under a lock. */
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
