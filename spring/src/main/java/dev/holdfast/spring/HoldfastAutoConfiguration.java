package dev.holdfast.spring;

import dev.holdfast.LockManager;
import dev.holdfast.session.CurrentLocks;
import dev.holdfast.session.CurrentOwner;
import dev.holdfast.session.HandOverCalls;
import dev.holdfast.session.HandOvers;
import dev.holdfast.session.LockGuard;
import dev.holdfast.session.LockLocation;
import dev.holdfast.session.LockMeters;
import dev.holdfast.session.LockingMapperRegistry;
import dev.holdfast.session.OfflineLocks;
import dev.holdfast.session.OwnerIds;
import dev.holdfast.session.Transactions;
import javax.sql.DataSource;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.Environment;
import org.springframework.core.task.TaskDecorator;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.jdbc.core.JdbcTemplate;

/** Configures a {@link LockManager} on the application's database, its Redis, or a configured store. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
            "org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration",
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
            "org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration",
            "org.springframework.boot.autoconfigure.transaction.TransactionAutoConfiguration"
        })
@EnableConfigurationProperties(HoldfastProperties.class)
class HoldfastAutoConfiguration {
    /** In every application with Spring Boot 3, under another name with Spring Boot 4. */
    private static final String BOOT_3 = "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration";

    HoldfastAutoConfiguration() {
        TestedVersions.springBoot(SpringBootVersion.getVersion());
    }

    @Bean
    static KnownProperties holdfastKnownProperties(Environment environment) {
        return new KnownProperties(environment);
    }

    /** Only if the application has no manager of its own. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingBean(LockManager.class)
    static class OwnStore {
        private static final Log LOG = LogFactory.getLog(OwnStore.class);

        @Bean
        static TableOrder holdfastTableOrder(Environment environment) {
            return new TableOrder(environment);
        }

        @Bean(name = TableOrder.LOCATION)
        LockLocation holdfastLocation(
                HoldfastProperties properties,
                Environment environment,
                ListableBeanFactory beans,
                ObjectProvider<DataSource> sources,
                ObjectProvider<OwnRedis> redis) {
            return new LocationChoice(new StoreChoice(properties, environment), beans, sources, redis.getIfAvailable())
                    .location();
        }

        @Bean
        LockManager holdfastLockManager(LockLocation location) {
            LockManager locks = location.locks();
            locks.admin().warnings().forEach(LOG::warn);
            if (locks.admin().traits().oneProcess()) {
                LOG.warn("The locks are only in the memory of this process: other nodes do not see them, and a restart"
                        + " loses them. Set holdfast.store to use another store.");
            }
            return locks;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(
            name = {
                "org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory",
                "io.lettuce.core.RedisClient",
                "dev.holdfast.store.redis.RedisLockStores"
            })
    static class WithRedis {
        @Bean
        OwnRedis holdfastOwnRedis(ObjectProvider<RedisConnectionFactory> factories) {
            return new LettuceRedis(factories);
        }
    }

    @Bean
    OwnerIds holdfastOwnerIds(HoldfastProperties properties) {
        return PropertyValues.secret("holdfast.key", properties.key(), OwnerIds::new);
    }

    @Bean
    CurrentLocks holdfastCurrentLocks(
            LockManager locks,
            OwnerIds ownerIds,
            ObjectProvider<Transactions> transactions,
            ObjectProvider<LockMeters> meters) {
        return new CurrentLocks(
                locks,
                ownerIds,
                transactions.getIfAvailable(() -> Transactions.NONE),
                meters.getIfAvailable(() -> LockMeters.NONE));
    }

    @Bean
    HandOvers holdfastHandOvers(LockManager locks, OwnerIds ownerIds, ApplicationEventPublisher events) {
        return new HandOvers(locks, ownerIds, request -> events.publishEvent(new HandOverEvent(request)));
    }

    @Bean
    HandOverCalls holdfastHandOverCalls(HandOvers handOvers, LockManager locks) {
        return new HandOverCalls(handOvers, locks);
    }

    @Bean
    LockGuard holdfastGuard(CurrentLocks locks, HoldfastProperties properties, ObjectProvider<LockMeters> meters) {
        return new LockGuard(locks, meters.getIfAvailable(() -> LockMeters.NONE), properties.reportOnly());
    }

    @Bean
    @ConditionalOnMissingBean
    OfflineLocks holdfastOfflineLocks(CurrentLocks locks) {
        return OfflineLocks.over(locks);
    }

    @Bean
    @ConditionalOnMissingBean
    LockingMapperRegistry holdfastLockingMapperRegistry(LockGuard guard) {
        return new LockingMapperRegistry(guard);
    }

    /** Runs tasks of a request in the task executor for the session of that request. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingClass(BOOT_3)
    static class WithAllDecorators {
        @Bean
        TaskDecorator holdfastTaskDecorator() {
            return CurrentOwner::carried;
        }
    }

    /** A decorator for Spring Boot 3, whose executors have a single decorator: this one calls those of the application, too. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = BOOT_3)
    static class WithOneDecorator {
        @Bean
        @Primary
        TaskDecorator holdfastTaskDecorator(ObjectProvider<TaskDecorator> others) {
            return new OneDecorator(others);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.jdbc.datasource.DataSourceUtils")
    static class WithTransactions {
        @Bean
        Transactions holdfastTransactions(LockManager locks, ObjectProvider<LockLocation> location) {
            return new SpringTransactions(location.getIfAvailable(() -> LockLocation.apart(locks)));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.jdbc.core.JdbcTemplate")
    @ConditionalOnSingleCandidate(DataSource.class)
    static class WithVersions {
        @Bean
        @ConditionalOnMissingBean
        VersionRows holdfastVersionRows(DataSource source) {
            return new VersionRows(new JdbcTemplate(source));
        }
    }

    @Bean
    SweepLifecycle holdfastSweepSchedule(LockManager locks, HoldfastProperties properties) {
        return new SweepLifecycle(locks, properties.sweep());
    }
}
