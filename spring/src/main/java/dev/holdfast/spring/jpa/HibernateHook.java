package dev.holdfast.spring.jpa;

import dev.holdfast.session.LockGuard;
import dev.holdfast.spring.TestedVersions;
import dev.holdfast.spring.VersionRows;
import jakarta.persistence.EntityManagerFactory;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.hibernate.Version;
import org.hibernate.cfg.JdbcSettings;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.event.service.spi.EventListenerRegistry;
import org.hibernate.resource.jdbc.spi.StatementInspector;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.orm.jpa.AbstractEntityManagerFactoryBean;
import org.springframework.util.ClassUtils;

/** Adds the guards to every session factory of Hibernate with protected entities. {@link GuardCheck} makes sure of it. */
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

    /** Adds the inspector of statements, which calls that of the application first. */
    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        if (bean instanceof AbstractEntityManagerFactoryBean factory) {
            Map<String, Object> settings = factory.getJpaPropertyMap();
            settings.put(JdbcSettings.STATEMENT_INSPECTOR, new SqlWatch(given(settings), guard));
        }
        return bean;
    }

    private static @Nullable StatementInspector given(Map<String, Object> settings) {
        Object given = settings.get(JdbcSettings.STATEMENT_INSPECTOR);
        if (given == null || given instanceof StatementInspector) {
            return (StatementInspector) given;
        }
        Class<?> type = given instanceof Class<?> known ? known : ClassUtils.resolveClassName(given.toString(), null);
        return (StatementInspector) BeanUtils.instantiateClass(type);
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof EntityManagerFactory entities && GuardCheck.isHibernate(entities)) {
            try {
                SessionFactoryImplementor factory = entities.unwrap(SessionFactoryImplementor.class);
                LockRules rules = new LockRules(factory);
                if (!rules.isEmpty() && watched.add(factory)) {
                    TestedVersions.hibernate(Version.getVersionString());
                    watch(factory, rules);
                }
            } catch (LinkageError e) {
                throw GuardCheck.refusal(
                        entities, "Hibernate " + Version.getVersionString() + " lacks " + e.getMessage(), e);
            }
            GuardCheck.check(entities);
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
            watch.watch(rules);
        }
    }
}
