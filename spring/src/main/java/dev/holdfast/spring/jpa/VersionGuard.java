package dev.holdfast.spring.jpa;

import dev.holdfast.spring.VersionRows;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.hibernate.SessionFactory;
import org.hibernate.SessionFactoryObserver;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/** Increases the version of an aggregate when a member is written. */
record VersionGuard(LockRules rules, Supplier<@Nullable VersionRows> versions) {
    /** For objects that Hibernate creates without Spring: by session factory, until it is closed. */
    private static final Map<SessionFactory, VersionGuard> ALL = new ConcurrentHashMap<>();

    void watch(SessionFactoryImplementor factory) {
        ALL.put(factory, this);
        factory.addObserver(new SessionFactoryObserver() {
            @Override
            public void sessionFactoryClosed(SessionFactory closed) {
                ALL.remove(factory);
            }
        });
    }

    /** Creates a row for a new entity of a session factory, and returns its id. */
    static long create(SessionFactory factory) {
        VersionGuard guard = ALL.get(factory);
        VersionRows rows = guard == null ? null : guard.versions.get();
        if (rows == null) {
            throw new IllegalStateException("@SharedVersion needs Spring's JDBC and one DataSource.");
        }
        return rows.create();
    }

    /** Notes that an entity was inserted. */
    void added(EntityPersister persister, @Nullable Object[] state) {
        Integer index = rules.version(persister);
        if (index != null) {
            changed(state[index]);
        }
    }

    /** Notes that an entity is about to be written; the state is null if only the database knows it. */
    void changed(
            SharedSessionContractImplementor session,
            EntityPersister persister,
            Object id,
            @Nullable Object @Nullable [] state) {
        Integer index = rules.version(persister);
        if (index != null) {
            changed(
                    state == null
                            ? RootFinder.selected(
                                    session, persister, id, "e." + persister.getPropertyNames()[index])
                            : state[index]);
        }
    }

    /** Notes that a collection of an entity was written. */
    void changed(EntityPersister persister, Object owner) {
        Integer index = rules.version(persister);
        if (index != null) {
            changed(persister.getValue(owner, index));
        }
    }

    private void changed(@Nullable Object id) {
        VersionRows rows = versions.get();
        if (rows != null && id instanceof Number number) {
            rows.changed(number.longValue());
        }
    }

    /** Returns whether the lock belongs to an aggregate that was created in this transaction. */
    boolean madeHere(LockRule rule, String name) {
        VersionRows rows = rule.shared() ? versions.get() : null;
        return rows != null && rows.madeHere(name.substring(rule.type().length() + 1));
    }
}
