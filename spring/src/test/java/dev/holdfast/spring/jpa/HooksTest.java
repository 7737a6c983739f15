package dev.holdfast.spring.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.holdfast.spring.Apps;
import dev.holdfast.spring.NotStartedException;
import dev.holdfast.spring.Postgres;
import dev.holdfast.spring.jpa.office.Office;
import jakarta.persistence.EntityManagerFactory;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.cfg.JdbcSettings;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.event.service.spi.EventListenerGroup;
import org.hibernate.event.spi.EventType;
import org.hibernate.resource.jdbc.spi.StatementInspector;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.orm.jpa.AbstractEntityManagerFactoryBean;

/** An application whose entities have locks does not start if they would not be checked. */
class HooksTest extends OfficeTest {
    private static String[] database;

    @BeforeAll
    static void start() {
        database = Postgres.fresh();
        start(Office.class, database);
    }

    /** Something takes the guard of entities away, as an incompatible version would. */
    @Configuration(proxyBeanMethods = false)
    @Import(Office.class)
    static class WithoutListeners {
        @Bean
        static BeanFactoryPostProcessor noHook() {
            return beans -> {
                BeanDefinitionRegistry registry = (BeanDefinitionRegistry) beans;
                BeanDefinition check = registry.getBeanDefinition("holdfastGuardCheck");
                assertThat(check).isNotNull();
                registry.removeBeanDefinition("holdfastHibernateHook");
            };
        }
    }

    /** Something replaces the inspector of statements after it was added. */
    @Configuration(proxyBeanMethods = false)
    @Import(Office.class)
    static class WithoutInspector {
        @Bean
        static BeanFactoryPostProcessor otherInspector() {
            return beans -> ((BeanDefinitionRegistry) beans)
                    .registerBeanDefinition("other", new RootBeanDefinition(Replacement.class));
        }
    }

    /** Registered last, so that it comes after the hook. */
    static final class Replacement implements BeanPostProcessor {
        @Override
        public Object postProcessBeforeInitialization(Object bean, String name) {
            if (bean instanceof AbstractEntityManagerFactoryBean factory) {
                factory.getJpaPropertyMap().put(JdbcSettings.STATEMENT_INSPECTOR, new OtherInspector());
            }
            return bean;
        }
    }

    static final class OtherInspector implements StatementInspector {
        private static final long serialVersionUID = 1;

        @Override
        public String inspect(String sql) {
            return sql;
        }
    }

    @Test
    @DisplayName("P14: without the listeners in Hibernate, the application does not start")
    void withoutListeners_doesNotStart() {
        assertThat(refusal(WithoutListeners.class))
                .hasMessageStartingWith("The locks of ")
                .hasMessageContaining("would not be checked when it is changed: Hibernate has no listener of Holdfast");
    }

    @Test
    @DisplayName("P14: without the inspector of statements, the application does not start")
    void withoutInspector_doesNotStart() {
        assertThat(refusal(WithoutInspector.class)).hasMessageEndingWith("no statement inspector of Holdfast.");
    }

    private static Throwable refusal(Class<?> application) {
        Throwable failure = catchThrowable(() -> Apps.jpa(application, Postgres.and(database, "holdfast.sweep=never"))
                .close());
        while (failure != null && !(failure instanceof NotStartedException)) {
            failure = failure.getCause();
        }
        return failure;
    }

    @Test
    @DisplayName("P14: each of the hooks is looked at")
    void everyHook_isLookedAt() {
        EntityManagerFactory entities = bean(EntityManagerFactory.class);
        for (EventType<?> type : Hooks.EVENTS) {
            withoutOurs(
                    entities,
                    type,
                    () -> assertThatThrownBy(() -> GuardCheck.check(entities))
                            .isInstanceOf(NotStartedException.class)
                            .hasMessageContaining(type.eventName()));
        }
        assertThatNoException().isThrownBy(() -> GuardCheck.check(entities));
    }

    private static <T> void withoutOurs(EntityManagerFactory entities, EventType<T> type, Runnable work) {
        EventListenerGroup<T> group = entities.unwrap(SessionFactoryImplementor.class)
                .getEventEngine()
                .getListenerRegistry()
                .getEventListenerGroup(type);
        List<T> all = new ArrayList<>();
        group.fireEventOnEachListener(all, (listener, list) -> list.add(listener));
        group.clearListeners();
        try {
            work.run();
        } finally {
            all.forEach(group::appendListener);
        }
    }
}
