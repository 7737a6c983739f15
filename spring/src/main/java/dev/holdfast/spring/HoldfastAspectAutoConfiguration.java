package dev.holdfast.spring;

import dev.holdfast.LockManager;
import dev.holdfast.session.LockGuard;
import dev.holdfast.session.LockMeters;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import org.springframework.aop.Advisor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.ComposablePointcut;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/** Configures the aspects for {@link AcquiresLock}, {@link RequiresLock} and {@link Locked}. */
@AutoConfiguration(
        after = HoldfastAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration",
            "org.springframework.boot.autoconfigure.transaction.TransactionAutoConfiguration"
        })
class HoldfastAspectAutoConfiguration {
    private static final int LOCKED_ORDER = Ordered.LOWEST_PRECEDENCE - 1000;

    /** Has the same order as the advisor of transactions, and is registered after it, so that locks are acquired within them. */
    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static Advisor holdfastLockAdvisor(ObjectProvider<LockGuard> guard, ObjectProvider<EntityNames> entities) {
        ComposablePointcut either = new ComposablePointcut(
                        annotated(AcquiresLock.class).getMethodMatcher())
                .union(annotated(RequiresLock.class).getMethodMatcher());
        return new DefaultPointcutAdvisor(either, new LockAdvice(guard, entities));
    }

    /** Comes before the advisor of transactions, so that the lock is held until they have ended. */
    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static Advisor holdfastLockedAdvisor(ObjectProvider<LockManager> manager, ObjectProvider<LockMeters> meters) {
        DefaultPointcutAdvisor advisor =
                new DefaultPointcutAdvisor(new LockedMethods(), new LockedAdvice(manager, meters));
        advisor.setOrder(LOCKED_ORDER);
        return advisor;
    }

    @Bean
    static LockMethodCheck holdfastLockMethodCheck(ListableBeanFactory beans, Environment environment) {
        return new LockMethodCheck(beans, environment);
    }

    /** Finds the methods when their bean is made, so that mistakes stop the start. */
    private static final class LockedMethods extends StaticMethodMatcherPointcut {
        @Override
        public boolean matches(Method method, Class<?> type) {
            return LockedMethod.of(AopUtils.getMostSpecificMethod(method, type)) != null;
        }
    }

    private static AnnotationMatchingPointcut annotated(Class<? extends Annotation> annotation) {
        return new AnnotationMatchingPointcut(null, annotation, true);
    }
}
