package dev.holdfast.spring;

import dev.holdfast.session.LockGuard;
import java.lang.annotation.Annotation;
import org.springframework.aop.Advisor;
import org.springframework.aop.support.ComposablePointcut;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;

/** Configures the aspect for {@link AcquiresLock} and {@link RequiresLock}. */
@AutoConfiguration(
        after = HoldfastAutoConfiguration.class,
        afterName = "org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration")
class HoldfastAspectAutoConfiguration {

    /**
     * Has the same order as the advisor of transactions, and is registered after it, so that locks are acquired within them.
     */
    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static Advisor holdfastLockAdvisor(ObjectProvider<LockGuard> guard, ObjectProvider<EntityNames> entities) {
        ComposablePointcut either = new ComposablePointcut(
                        annotated(AcquiresLock.class).getMethodMatcher())
                .union(annotated(RequiresLock.class).getMethodMatcher());
        return new DefaultPointcutAdvisor(either, new LockAdvice(guard, entities));
    }

    private static AnnotationMatchingPointcut annotated(Class<? extends Annotation> annotation) {
        return new AnnotationMatchingPointcut(null, annotation, true);
    }
}
