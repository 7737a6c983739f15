package dev.holdfast.test.spring;

import dev.holdfast.LockManager;
import dev.holdfast.test.TestLocks;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Configures the locks of a test in place of the application's store. */
@AutoConfiguration(beforeName = "dev.holdfast.spring.HoldfastAutoConfiguration")
class HoldfastTestConfiguration {

    @Bean
    @ConditionalOnMissingBean
    TestLocks holdfastTestLocks() {
        return TestLocks.create();
    }

    /** Closed with the test's locks. */
    @Bean(destroyMethod = "")
    @ConditionalOnMissingBean
    LockManager holdfastTestManager(TestLocks locks) {
        return locks.manager();
    }
}
