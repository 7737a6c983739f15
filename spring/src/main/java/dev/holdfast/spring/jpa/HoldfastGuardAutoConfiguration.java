package dev.holdfast.spring.jpa;

import jakarta.persistence.EntityManagerFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Configures the check at the start that entities with locks are guarded. Has no other condition, so that it is never off. */
@AutoConfiguration
@ConditionalOnClass(EntityManagerFactory.class)
class HoldfastGuardAutoConfiguration {
    @Bean
    static GuardCheck holdfastGuardCheck(ConfigurableListableBeanFactory beans) {
        return new GuardCheck(beans);
    }
}
