package dev.holdfast.spring.jpa;

import dev.holdfast.session.CurrentLocks;
import dev.holdfast.session.LockGuard;
import dev.holdfast.spring.EntityNames;
import dev.holdfast.spring.VersionRows;
import jakarta.persistence.EntityManagerFactory;
import java.util.Map;
import org.hibernate.Hibernate;
import org.hibernate.cfg.JdbcSettings;
import org.hibernate.resource.jdbc.spi.StatementInspector;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.ClassUtils;

/** Configures {@link Lockable} and {@link LockRoot} for Hibernate. */
@AutoConfiguration(
        afterName = {
            "dev.holdfast.spring.HoldfastAutoConfiguration",
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration"
        })
@ConditionalOnClass({Hibernate.class, HibernatePropertiesCustomizer.class, LocalContainerEntityManagerFactoryBean.class
})
class HoldfastJpaAutoConfiguration {

    @Bean
    static HibernateHook holdfastHibernateHook(ObjectProvider<LockGuard> guard, ObjectProvider<VersionRows> versions) {
        return new HibernateHook(guard::getObject, versions::getIfAvailable);
    }

    /** Comes after the customizers of the application, whose inspector is called first. */
    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE)
    static HibernatePropertiesCustomizer holdfastSqlWatch(ObjectProvider<LockGuard> guard) {
        return settings ->
                settings.put(JdbcSettings.STATEMENT_INSPECTOR, new SqlWatch(given(settings), guard::getObject));
    }

    private static @Nullable StatementInspector given(Map<String, Object> settings) {
        Object given = settings.get(JdbcSettings.STATEMENT_INSPECTOR);
        if (given == null || given instanceof StatementInspector) {
            return (StatementInspector) given;
        }
        Class<?> type = given instanceof Class<?> known ? known : ClassUtils.resolveClassName(given.toString(), null);
        return (StatementInspector) BeanUtils.instantiateClass(type);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnSingleCandidate(EntityManagerFactory.class)
    static class WithEntities {
        @Bean
        EntityLocks entityLocks(
                EntityManagerFactory entities,
                LockGuard guard,
                CurrentLocks locks,
                PlatformTransactionManager transactions) {
            return new EntityLocks(entities, guard, locks, new TransactionTemplate(transactions));
        }

        @Bean
        EntityNames holdfastEntityNames(EntityLocks locks) {
            return new EntityNames() {
                @Override
                public String name(Object value) {
                    return locks.protects(RootFinder.type(value)) ? locks.name(value) : value.toString();
                }

                @Override
                public String name(Class<?> entity, Object id) {
                    return locks.name(entity, id);
                }
            };
        }
    }
}
