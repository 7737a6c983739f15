package dev.holdfast.spring.jpa;

import java.util.List;
import org.hibernate.FlushMode;
import org.hibernate.Hibernate;
import org.hibernate.bytecode.enhance.spi.LazyPropertyInitializer;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.jpa.HibernateHints;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.proxy.HibernateProxy;
import org.hibernate.proxy.LazyInitializer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the lock name of an entity from its loaded state. Loads no further entities: the id of a proxy is known, and the rest
 * is one query for the key, remembered for the transaction.
 */
record RootFinder(LockRules rules) {
    /** Returns the lock name; null if the entity has no rule or no root. */
    @Nullable
    String name(
            SharedSessionContractImplementor session,
            EntityPersister persister,
            @Nullable Object id,
            @Nullable Object[] state) {
        LockRule rule = rules.of(persister);
        if (rule == null) {
            return null;
        }
        Object key = rule.ofRoot()
                ? rule.key().isEmpty() ? id : value(persister, state, rule.key())
                : follow(
                        session,
                        rule,
                        persister,
                        id,
                        value(persister, state, rule.path().get(0)));
        return key == null ? null : rule.name(key);
    }

    /** Returns the lock name of an entity, or of its proxy. */
    @Nullable
    String name(SharedSessionContractImplementor session, Object entity) {
        if (!Hibernate.isInitialized(entity)) {
            return name(session, persister(session, entity), id(session, entity));
        }
        Object loaded = Hibernate.unproxy(entity);
        EntityPersister persister = session.getEntityPersister(null, loaded);
        return name(session, persister, persister.getIdentifier(loaded, session), persister.getValues(loaded));
    }

    /** Returns the lock name of an entity by its id. */
    @Nullable
    String name(SharedSessionContractImplementor session, EntityPersister persister, Object id) {
        LockRule rule = rules.of(persister);
        if (rule == null) {
            return null;
        }
        Object key = rule.ofRoot() && rule.key().isEmpty() ? id : queried(session, rule, persister, id, 0);
        return key == null ? null : rule.name(key);
    }

    private @Nullable Object follow(
            SharedSessionContractImplementor session,
            LockRule rule,
            EntityPersister persister,
            @Nullable Object id,
            @Nullable Object next) {
        if (next == LazyPropertyInitializer.UNFETCHED_PROPERTY && id != null) {
            return queried(session, rule, persister, id, 0);
        }
        Object here = next;
        for (int step = 1; here != null; step++) {
            boolean last = step == rule.path().size();
            if (!Hibernate.isInitialized(here)) {
                Object known = id(session, here);
                return last && rule.key().isEmpty()
                        ? known
                        : queried(session, rule, persister(session, here), known, step);
            }
            Object loaded = Hibernate.unproxy(here);
            EntityPersister its = session.getEntityPersister(null, loaded);
            if (last) {
                return rule.key().isEmpty()
                        ? its.getIdentifier(loaded, session)
                        : its.getPropertyValue(loaded, rule.key());
            }
            here = its.getPropertyValue(loaded, rule.path().get(step));
        }
        return null;
    }

    private static EntityPersister persister(SharedSessionContractImplementor session, Object proxy) {
        return session.getFactory().getMappingMetamodel().getEntityDescriptor(type(proxy));
    }

    /** Returns the class of an entity or a proxy, without initializing it. */
    static Class<?> type(Object entity) {
        LazyInitializer lazy = HibernateProxy.extractLazyInitializer(entity);
        return lazy == null ? entity.getClass() : lazy.getPersistentClass();
    }

    private static Object id(SharedSessionContractImplementor session, Object proxy) {
        return session.getFactory().getPersistenceUnitUtil().getIdentifier(proxy);
    }

    private static @Nullable Object value(EntityPersister persister, @Nullable Object[] state, String attribute) {
        return state[List.of(persister.getPropertyNames()).indexOf(attribute)];
    }

    private static @Nullable Object queried(
            SharedSessionContractImplementor session, LockRule rule, EntityPersister from, Object id, int step) {
        return selected(session, from, id, rule.selection(step));
    }

    /** Returns a selection of the entity {@code e} from the database, remembered for the transaction. */
    static @Nullable Object selected(
            SharedSessionContractImplementor session, EntityPersister from, Object id, String selection) {
        return SessionNotes.of(session)
                .keys
                .computeIfAbsent(
                        from.getEntityName() + "#" + id + "#" + selection,
                        unknown -> session.createSelectionQuery(
                                        "select " + selection + " from " + from.getEntityName() + " e where id(e) = ?1",
                                        Object.class)
                                .setParameter(1, id)
                                .setHint(
                                        HibernateHints.HINT_FLUSH_MODE,
                                        FlushMode.MANUAL) // it may be called during a flush
                                .getSingleResultOrNull());
    }
}
