package dev.holdfast.spring;

import dev.holdfast.LockManager;
import dev.holdfast.session.LockMeters;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures the Actuator endpoint, health indicator and meters of the locks. */
@AutoConfiguration(
        after = HoldfastAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration"
        })
class HoldfastActuatorAutoConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
    static class WithEndpoints {
        @Bean
        @ConditionalOnAvailableEndpoint(LocksEndpoint.class)
        LocksEndpoint holdfastLocksEndpoint(LockManager locks) {
            return new LocksEndpoint(locks);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ConditionalOnEnabledHealthIndicator.class)
    @ConditionalOnEnabledHealthIndicator("locks")
    static class WithHealth {
        @Bean
        LocksHealthIndicator locksHealthIndicator(LockManager locks) {
            return new LocksHealthIndicator(locks);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    @ConditionalOnBean(MeterRegistry.class)
    static class WithMeters {
        @Bean
        LockMeters holdfastMeters(MeterRegistry registry) {
            return new MicrometerLockMeters(registry);
        }
    }
}
