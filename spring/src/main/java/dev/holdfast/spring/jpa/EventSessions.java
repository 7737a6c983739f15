package dev.holdfast.spring.jpa;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import org.hibernate.collection.spi.PersistentCollection;
import org.hibernate.engine.spi.CollectionEntry;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.event.spi.AbstractCollectionEvent;
import org.hibernate.event.spi.AbstractEvent;
import org.hibernate.persister.collection.CollectionPersister;
import org.jspecify.annotations.Nullable;

/** Reads from events what Hibernate 6 and 7 offer under different signatures. */
final class EventSessions {
    private static final MethodHandle SESSION = session();

    private EventSessions() {}

    private static MethodHandle session() {
        try {
            Method method = AbstractEvent.class.getMethod("getSession");
            return MethodHandles.publicLookup().unreflect(method);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Every version of Hibernate has the session of an event.", e);
        }
    }

    /** Returns the session of an event; null for a stateless session of Hibernate 6. */
    @SuppressWarnings("IllegalCatch") // a method handle declares every exception
    static @Nullable SharedSessionContractImplementor of(AbstractEvent event) {
        try {
            return (SharedSessionContractImplementor) SESSION.invoke(event);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the persister of the collection of an event; null if it is not known to the session. */
    static @Nullable CollectionPersister persister(
            SharedSessionContractImplementor session, AbstractCollectionEvent event) {
        PersistentCollection<?> collection = event.getCollection();
        CollectionEntry entry = session.getPersistenceContextInternal().getCollectionEntry(collection);
        if (entry == null) {
            return null;
        }
        return entry.getLoadedPersister() == null ? entry.getCurrentPersister() : entry.getLoadedPersister();
    }
}
