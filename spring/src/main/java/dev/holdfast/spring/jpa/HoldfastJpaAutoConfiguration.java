package dev.holdfast.spring.jpa;

import dev.holdfast.session.CurrentLocks;
import dev.holdfast.session.LockGuard;
import dev.holdfast.spring.EntityNames;
import dev.holdfast.spring.VersionRows;
import jakarta.persistence.EntityManagerFactory;
import org.hibernate.Hibernate;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Configures {@link Lockable} and {@link LockRoot} for Hibernate. */
@AutoConfiguration(
        afterName = {
            "dev.holdfast.spring.HoldfastAutoConfiguration",
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
            "org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration"
        })
@ConditionalOnClass({Hibernate.class, LocalContainerEntityManagerFactoryBean.class})
class HoldfastJpaAutoConfiguration {

    @Bean
    static HibernateHook holdfastHibernateHook(ObjectProvider<LockGuard> guard, ObjectProvider<VersionRows> versions) {
        return new HibernateHook(guard::getObject, versions::getIfAvailable);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnSingleCandidate(EntityManagerFactory.class)
    static class WithEntities {
        @Bean
        EntityLocks holdfastEntityLocks(
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
