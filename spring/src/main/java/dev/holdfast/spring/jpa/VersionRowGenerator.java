package dev.holdfast.spring.jpa;

import java.util.EnumSet;
import java.util.List;
import org.hibernate.Hibernate;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/** Assigns the version row of its aggregate to a new entity. Hibernate creates one generator for each attribute. */
public final class VersionRowGenerator implements BeforeExecutionGenerator {
    private static final long serialVersionUID = 1;

    /** Called by Hibernate. */
    public VersionRowGenerator() {}

    @Override
    public EnumSet<EventType> getEventTypes() {
        return EventTypeSets.INSERT_ONLY;
    }

    @Override
    public @Nullable Object generate(
            SharedSessionContractImplementor session,
            Object owner,
            @Nullable Object currentValue,
            EventType eventType) {
        if (currentValue != null && !currentValue.equals(0L)) {
            return currentValue;
        }
        Object ofRoot = ofRoot(session, owner);
        return ofRoot == null ? VersionGuard.create(session.getFactory()) : ofRoot;
    }

    private static @Nullable Object ofRoot(SharedSessionContractImplementor session, Object member) {
        LockRoot root = member.getClass().getAnnotation(LockRoot.class);
        if (root == null) {
            return null;
        }
        Object here = member;
        for (String step : List.of(root.value().split("\\.", -1))) {
            here = here == null ? null : session.getEntityPersister(null, here).getPropertyValue(here, step);
            here = here == null ? null : Hibernate.unproxy(here);
        }
        if (here == null) {
            return null;
        }
        EntityPersister persister = session.getEntityPersister(null, here);
        String attribute = MarkedAttributes.attribute(persister, SharedVersion.class);
        return attribute == null ? null : persister.getPropertyValue(here, attribute);
    }
}
