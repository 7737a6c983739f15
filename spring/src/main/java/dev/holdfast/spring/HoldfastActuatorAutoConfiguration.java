package dev.holdfast.spring;

import dev.holdfast.LockManager;
import dev.holdfast.session.LockMeters;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures the Actuator endpoint, health indicator and meters of the locks. */
@AutoConfiguration(
        after = HoldfastAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.metrics.MetricsAutoConfiguration"
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
    @ConditionalOnEnabledHealthIndicator("holdfast")
    static class WithHealth {
        @Bean
        LocksHealthIndicator holdfastHealthIndicator(LockManager locks) {
            return new LocksHealthIndicator(locks);
        }
    }

    /** With Spring Boot 3. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = BootThreeHealth.PACKAGE + "HealthIndicator")
    @ConditionalOnMissingClass("org.springframework.boot.health.contributor.HealthIndicator")
    @ConditionalOnExpression("${management.health.holdfast.enabled:${management.health.defaults.enabled:true}}")
    static class WithBootThreeHealth {
        @Bean
        BootThreeHealth holdfastHealthIndicator(ObjectProvider<LockManager> locks) {
            return new BootThreeHealth(locks);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    @ConditionalOnBean(MeterRegistry.class)
    static class WithMeters {
        @Bean
        LockMeters holdfastMeters(
                MeterRegistry registry, ObjectProvider<ObservationRegistry> observations, LockManager locks) {
            return new MicrometerLockMeters(
                    registry, observations.getIfAvailable(() -> ObservationRegistry.NOOP), locks);
        }
    }
}
