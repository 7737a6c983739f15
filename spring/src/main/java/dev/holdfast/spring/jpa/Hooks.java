package dev.holdfast.spring.jpa;

import jakarta.persistence.EntityManagerFactory;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.event.service.spi.EventListenerRegistry;
import org.hibernate.event.spi.EventType;
import org.jspecify.annotations.Nullable;

/** The hooks in Hibernate that guard entities. */
final class Hooks {
    /** The events without which a change or a read would pass, or would be refused wrongly. */
    static final List<EventType<?>> EVENTS = List.of(
            EventType.MERGE,
            EventType.PERSIST,
            EventType.DELETE,
            EventType.LOAD,
            EventType.POST_LOAD,
            EventType.FLUSH,
            EventType.AUTO_FLUSH,
            EventType.FLUSH_ENTITY,
            EventType.PRE_INSERT,
            EventType.PRE_UPDATE,
            EventType.PRE_DELETE,
            EventType.PRE_UPSERT,
            EventType.PRE_COLLECTION_RECREATE,
            EventType.PRE_COLLECTION_UPDATE,
            EventType.PRE_COLLECTION_REMOVE,
            EventType.POST_INSERT,
            EventType.POST_UPDATE,
            EventType.POST_DELETE,
            EventType.POST_UPSERT,
            EventType.POST_COLLECTION_RECREATE,
            EventType.POST_COLLECTION_UPDATE,
            EventType.POST_COLLECTION_REMOVE);

    private static final String OURS = Hooks.class.getPackageName() + ".";

    private Hooks() {}

    /** Returns why the guards are not in force, or null if they are. */
    static @Nullable String missing(EntityManagerFactory entities) {
        SessionFactoryImplementor factory = entities.unwrap(SessionFactoryImplementor.class);
        EventListenerRegistry registry = factory.getEventEngine().getListenerRegistry();
        for (EventType<?> type : EVENTS) {
            if (!listens(registry, type)) {
                return "Hibernate has no listener of Holdfast for the event " + type.eventName();
            }
        }
        return factory.getSessionFactoryOptions().getStatementInspector() instanceof SqlWatch watch && watch.watches()
                ? null
                : "Hibernate has no statement inspector of Holdfast";
    }

    private static <T> boolean listens(EventListenerRegistry registry, EventType<T> type) {
        List<T> ours = new ArrayList<>();
        // The way to visit each listener that is not deprecated: nothing is fired.
        registry.getEventListenerGroup(type).fireEventOnEachListener(OURS, (listener, prefix) -> {
            if (listener.getClass().getName().startsWith(prefix)) {
                ours.add(listener);
            }
        });
        return !ours.isEmpty();
    }
}
