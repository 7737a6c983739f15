package dev.holdfast.spring;

import dev.holdfast.LockManager;
import javax.sql.DataSource;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.task.TaskDecorator;

/** Gives an application a {@link LockManager} over its own database or over the store that it names. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration"
        })
@EnableConfigurationProperties(HoldfastProperties.class)
class HoldfastAutoConfiguration {

    /** Not for those who have a manager of their own. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingBean(LockManager.class)
    static class OwnStore {
        private static final Log LOG = LogFactory.getLog(OwnStore.class);

        @Bean
        static SqliteFirst holdfastSqliteFirst(Environment environment) {
            return new SqliteFirst(environment);
        }

        @Bean(name = SqliteFirst.PLACE)
        LockPlace holdfastPlace(HoldfastProperties properties, ObjectProvider<DataSource> sources) {
            StoreChoice choice = new StoreChoice(properties);
            if (properties.store() != null) {
                return choice.at(properties.store());
            }
            DataSource source = sources.getIfUnique();
            if (source == null) {
                throw new NoStoreException(
                        sources.stream().findAny().isPresent()
                                ? "There are several DataSources, and nothing says which of them has the locks."
                                : "There is no place for locks: the application has no DataSource and names no store.",
                        "Configure spring.datasource.url, or mark one DataSource as @Primary; or set holdfast.store to the"
                                + " address of a store, such as redis://localhost:6379 or sqlite:locks.db.",
                        null);
            }
            return choice.in(source);
        }

        @Bean
        LockManager lockManager(LockPlace place) {
            LockManager locks = place.locks();
            locks.warnings().forEach(LOG::warn);
            if (locks.traits().oneProcess()) {
                LOG.warn(
                        "The locks are in the memory of this process alone: another node does not see them, and a restart"
                                + " forgets them.");
            }
            return locks;
        }
    }

    @Bean
    OwnerSeal holdfastOwnerSeal(HoldfastProperties properties) {
        return new OwnerSeal(properties.key());
    }

    @Bean
    CurrentLocks currentLocks(
            LockManager locks,
            OwnerSeal seal,
            ObjectProvider<Transactions> transactions,
            ObjectProvider<LockMeters> meters) {
        return new CurrentLocks(
                locks,
                seal,
                transactions.getIfAvailable(() -> Transactions.NONE),
                meters.getIfAvailable(() -> LockMeters.NONE));
    }

    @Bean
    LockGuard holdfastGuard(CurrentLocks locks, HoldfastProperties properties, ObjectProvider<LockMeters> meters) {
        return new LockGuard(locks, meters.getIfAvailable(() -> LockMeters.NONE), properties.reportOnly());
    }

    @Bean
    @ConditionalOnMissingBean
    OfflineLocks offlineLocks(CurrentLocks locks) {
        return new OfflineLocksFacade(locks);
    }

    @Bean
    @ConditionalOnMissingBean
    LockingMapperRegistry lockingMapperRegistry(LockGuard guard) {
        return new LockingMapperRegistry(guard);
    }

    /** What a request hands to the application's task executor is done for the session of that request. */
    @Bean
    TaskDecorator holdfastTaskDecorator() {
        return CurrentOwner::carried;
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.jdbc.datasource.DataSourceUtils")
    static class WithTransactions {
        @Bean
        Transactions holdfastTransactions(LockManager locks, ObjectProvider<LockPlace> place) {
            return new SpringTransactions(place.getIfAvailable(() -> LockPlace.apart(locks)));
        }
    }

    @Bean
    SweepSchedule holdfastSweepSchedule(LockManager locks, HoldfastProperties properties) {
        return new SweepSchedule(locks, properties.sweep());
    }
}
