package dev.holdfast.spring;

import dev.holdfast.LockManager;
import dev.holdfast.session.CurrentLocks;
import dev.holdfast.session.HandOverCalls;
import dev.holdfast.session.Heartbeats;
import dev.holdfast.session.LockMeters;
import dev.holdfast.session.LockProblems;
import dev.holdfast.session.OwnerIds;
import java.security.Principal;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.reactive.DispatcherHandler;

/** Configures the owner of reactive requests: their session, or user and program. */
@AutoConfiguration(after = HoldfastAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@ConditionalOnClass(DispatcherHandler.class)
class HoldfastWebFluxAutoConfiguration {
    @Bean
    @ConditionalOnMissingBean
    OwnerNames holdfastOwnerNames() {
        return Principal::getName;
    }

    @Bean
    OwnerWebFilter holdfastOwnerWebFilter(OwnerIds ownerIds, OwnerNames names) {
        return new OwnerWebFilter(ownerIds, names);
    }

    @Bean
    ReactiveLocks reactiveLocks(CurrentLocks locks) {
        return new ReactiveLocks(locks);
    }

    @Bean
    LockProblemAdvice holdfastProblems(LockManager locks, HoldfastProperties properties) {
        return new LockProblemAdvice(new LockProblems(locks, properties.web().help()));
    }

    @Bean
    @ConditionalOnProperty(name = "holdfast.web.heartbeat", matchIfMissing = true)
    ReactiveHeartbeatController holdfastHeartbeat(CurrentLocks locks, ObjectProvider<LockMeters> meters) {
        return new ReactiveHeartbeatController(new Heartbeats(locks, meters.getIfAvailable(() -> LockMeters.NONE)));
    }

    @Bean
    @ConditionalOnProperty(name = "holdfast.web.requests", matchIfMissing = true)
    ReactiveHandOverController holdfastHandOverController(HandOverCalls calls) {
        return new ReactiveHandOverController(calls);
    }
}
