package dev.holdfast.spring.jpa;

import org.hibernate.event.service.spi.EventListenerRegistry;
import org.hibernate.event.spi.DeleteContext;
import org.hibernate.event.spi.DeleteEvent;
import org.hibernate.event.spi.DeleteEventListener;
import org.hibernate.event.spi.EventSource;
import org.hibernate.event.spi.EventType;
import org.hibernate.event.spi.MergeContext;
import org.hibernate.event.spi.MergeEvent;
import org.hibernate.event.spi.MergeEventListener;
import org.hibernate.event.spi.PersistContext;
import org.hibernate.event.spi.PersistEvent;
import org.hibernate.event.spi.PersistEventListener;
import org.hibernate.persister.entity.EntityPersister;

/** Makes sure that changes of the application are flushed before the commit. */
record ChangeListeners(LockRules rules) implements MergeEventListener, PersistEventListener, DeleteEventListener {
    void register(EventListenerRegistry listeners) {
        listeners.prependListeners(EventType.MERGE, this);
        listeners.prependListeners(EventType.PERSIST, this);
        listeners.prependListeners(EventType.DELETE, this);
    }

    private void expect(EventSource session, Object entity) {
        EntityPersister persister =
                session.getFactory().getMappingMetamodel().findEntityDescriptor(RootFinder.type(entity));
        if (persister != null && rules.of(persister) != null) {
            CommitFlush.expect(session);
        }
    }

    @Override
    public void onMerge(MergeEvent event) {
        expect(event.getSession(), event.getOriginal());
    }

    @Override
    public void onMerge(MergeEvent event, MergeContext copiedAlready) {
        onMerge(event);
    }

    @Override
    public void onPersist(PersistEvent event) {
        expect(event.getSession(), event.getObject());
    }

    @Override
    public void onPersist(PersistEvent event, PersistContext createdAlready) {
        onPersist(event);
    }

    @Override
    public void onDelete(DeleteEvent event) {
        expect(event.getSession(), event.getObject());
    }

    @Override
    public void onDelete(DeleteEvent event, DeleteContext transientEntities) {
        onDelete(event);
    }
}
