package dev.holdfast.spring.jpa;

import dev.holdfast.session.LockGuard;
import dev.holdfast.spring.VersionRows;
import jakarta.persistence.EntityManagerFactory;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.event.service.spi.EventListenerRegistry;
import org.hibernate.resource.jdbc.spi.StatementInspector;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;

/** Adds the guards to every session factory of Hibernate with protected entities. */
final class HibernateHook implements BeanPostProcessor {
    private final Supplier<LockGuard> guard;
    private final Supplier<@Nullable VersionRows> versions;

    /** One session factory may be known as several beans. */
    private final Set<SessionFactoryImplementor> watched = ConcurrentHashMap.newKeySet();

    /**
     * @param guard looked up late, since it needs the DataSource
     * @param versions the same
     */
    HibernateHook(Supplier<LockGuard> guard, Supplier<@Nullable VersionRows> versions) {
        this.guard = guard;
        this.versions = versions;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof EntityManagerFactory entities) {
            SessionFactoryImplementor factory = entities.unwrap(SessionFactoryImplementor.class);
            LockRules rules = new LockRules(factory);
            if (!rules.isEmpty() && watched.add(factory)) {
                watch(factory, rules);
            }
        }
        return bean;
    }

    private void watch(SessionFactoryImplementor factory, LockRules rules) {
        EventListenerRegistry listeners = factory.getEventEngine().getListenerRegistry();
        RootFinder roots = new RootFinder(rules);
        new ChangeListeners(rules).register(listeners);
        VersionGuard shared = new VersionGuard(rules, versions);
        shared.watch(factory);
        new FlushListeners(new FlushGuard(rules, roots, shared, guard)).register(listeners);
        new ReadGuard(rules, roots, guard).register(listeners);
        StatementInspector inspector = factory.getSessionFactoryOptions().getStatementInspector();
        if (inspector instanceof SqlWatch watch) {
            watch.watch(rules.typeByTable());
        }
    }
}
