package dev.holdfast.spring;

import dev.holdfast.LockManager;
import jakarta.servlet.DispatcherType;
import java.security.Principal;
import java.util.EnumSet;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.filter.OncePerRequestFilter;

/** Makes the HTTP session the owner, and its end the end of its locks. */
@AutoConfiguration(after = HoldfastAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({OncePerRequestFilter.class, FilterRegistrationBean.class})
class HoldfastWebAutoConfiguration {
    /** Within Spring Session's filter, outside of Spring Security's: signing out ends sessions there. */
    static final int FILTER_ORDER = Integer.MIN_VALUE + 60;

    @Bean
    @ConditionalOnMissingBean
    OwnerNames holdfastOwnerNames() {
        return Principal::getName;
    }

    @Bean
    SessionEnd holdfastSessionEnd(LockManager locks, OwnerSeal seal, ObjectProvider<LockMeters> meters) {
        return new SessionEnd(locks, seal, meters.getIfAvailable(() -> LockMeters.NONE));
    }

    @Bean
    FilterRegistrationBean<CurrentOwnerFilter> holdfastOwnerFilter(OwnerSeal seal, OwnerNames names, SessionEnd end) {
        FilterRegistrationBean<CurrentOwnerFilter> filter =
                new FilterRegistrationBean<>(new CurrentOwnerFilter(seal, names, end));
        filter.setOrder(FILTER_ORDER);
        filter.setDispatcherTypes(EnumSet.allOf(DispatcherType.class));
        return filter;
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.session.events.SessionDestroyedEvent")
    static class WithSpringSession {
        @Bean
        SpringSessionEnd holdfastSpringSessionEnd(SessionEnd end) {
            return new SpringSessionEnd(end);
        }
    }
}
