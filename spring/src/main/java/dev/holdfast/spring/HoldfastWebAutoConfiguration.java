package dev.holdfast.spring;

import dev.holdfast.LockManager;
import dev.holdfast.servlet.Callers;
import dev.holdfast.servlet.CurrentOwnerFilter;
import dev.holdfast.servlet.LiveSessions;
import dev.holdfast.servlet.SessionEnd;
import dev.holdfast.session.CurrentLocks;
import dev.holdfast.session.HandOverCalls;
import dev.holdfast.session.Heartbeats;
import dev.holdfast.session.LockMeters;
import dev.holdfast.session.LockProblems;
import dev.holdfast.session.OwnerIds;
import jakarta.servlet.DispatcherType;
import java.security.Principal;
import java.util.EnumSet;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.session.SessionRepository;
import org.springframework.web.filter.OncePerRequestFilter;

/** Configures the HTTP session as the owner, whose end releases its locks. */
@AutoConfiguration(
        after = HoldfastAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration",
            "org.springframework.boot.autoconfigure.security.servlet.SecurityAutoConfiguration"
        })
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({OncePerRequestFilter.class, FilterRegistrationBean.class})
class HoldfastWebAutoConfiguration {
    /** Inside Spring Session's filter and outside Spring Security's, where signing out ends sessions. */
    static final int FILTER_ORDER = Integer.MIN_VALUE + 60;

    @Bean
    @ConditionalOnMissingBean
    OwnerNames holdfastOwnerNames() {
        return Principal::getName;
    }

    @Bean
    Callers holdfastCallers(OwnerNames names, ObjectProvider<OwnerResolver> owners) {
        return new SpringCallers(names, owners.getIfAvailable());
    }

    @Bean
    SessionEnd holdfastSessionEnd(LockManager locks, OwnerIds ownerIds, ObjectProvider<LockMeters> meters) {
        return new SessionEnd(locks, ownerIds, meters.getIfAvailable(() -> LockMeters.NONE));
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "server.servlet.session.persistent", havingValue = "false", matchIfMissing = true)
    static class SessionsInMemory {
        @Bean(destroyMethod = "")
        LiveSessions holdfastLiveSessions(SessionEnd end) {
            return new LiveSessions(end);
        }

        @Bean
        ShutdownEnd holdfastShutdownEnd(LiveSessions sessions) {
            return new ShutdownEnd(sessions);
        }
    }

    /** Configures sessions of the container that outlive a restart. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "server.servlet.session.persistent", havingValue = "true")
    static class SessionsOnDisk {
        SessionsOnDisk(HoldfastProperties properties) {
            KeyAdvice.warnWithout(properties.key());
        }
    }

    @Bean
    FilterRegistrationBean<CurrentOwnerFilter> holdfastOwnerFilter(
            OwnerIds ownerIds, Callers callers, ObjectProvider<SessionWatch> watch) {
        FilterRegistrationBean<CurrentOwnerFilter> filter = new FilterRegistrationBean<>(
                new CurrentOwnerFilter(ownerIds, callers, watch.getIfAvailable(() -> SessionWatch.NONE)));
        filter.setOrder(FILTER_ORDER);
        filter.setDispatcherTypes(EnumSet.allOf(DispatcherType.class));
        return filter;
    }

    /** Configures sessions that outlive a node, with Spring Session. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.session.SessionRepository")
    static class WithSpringSession {
        @Bean
        SpringSessionEnd holdfastSpringSessionEnd(SessionEnd end) {
            return new SpringSessionEnd(end);
        }

        @Bean
        SessionWatch holdfastSessionWatch(
                SessionEnd end, HoldfastProperties properties, ObjectProvider<SessionRepository<?>> sessions) {
            if (sessions.stream().findAny().isEmpty()) {
                return SessionWatch.NONE; // it is on the class path, but not used
            }
            KeyAdvice.warnWithout(properties.key());
            return request -> new WatchedRequest(request, end);
        }
    }

    /** Configures the answers to browsers. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.web.servlet.DispatcherServlet")
    static class WithMvc {
        @Bean
        LockProblemAdvice holdfastProblems(LockManager locks, HoldfastProperties properties) {
            return new LockProblemAdvice(
                    new LockProblems(locks, properties.web().help()));
        }

        @Bean
        @ConditionalOnProperty(name = "holdfast.web.heartbeat", matchIfMissing = true)
        HeartbeatController holdfastHeartbeat(CurrentLocks locks, ObjectProvider<LockMeters> meters) {
            return new HeartbeatController(new Heartbeats(locks, meters.getIfAvailable(() -> LockMeters.NONE)));
        }

        @Bean
        @ConditionalOnProperty(name = "holdfast.web.requests", matchIfMissing = true)
        HandOverController holdfastHandOverController(HandOverCalls calls) {
            return new HandOverController(calls);
        }

        @Bean
        @ConditionalOnProperty(name = "holdfast.admin.endpoint", matchIfMissing = true)
        AdminController holdfastAdmin(
                LockManager locks, AdminGate gate, OwnerNames names, ObjectProvider<LockMeters> meters) {
            return new AdminController(locks, gate, names, meters.getIfAvailable(() -> LockMeters.NONE));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.security.web.SecurityFilterChain")
    @ConditionalOnBean(type = "org.springframework.security.web.SecurityFilterChain")
    static class Secured {
        @Bean
        @ConditionalOnMissingBean
        OwnerResolver holdfastOwnerResolver() {
            return new AuthenticationOwner();
        }

        @Bean
        AdminGate holdfastAdminGate(HoldfastProperties properties) {
            return new SecurityAdminGate(properties.admin().authority());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingBean(type = "org.springframework.security.web.SecurityFilterChain")
    static class Unsecured {
        @Bean
        AdminGate holdfastAdminGate(HoldfastProperties properties) {
            return AdminGate.unguarded(properties.admin().open());
        }
    }
}
