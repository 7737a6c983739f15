package dev.holdfast.spring.jpa;

import dev.holdfast.spring.NotStartedException;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.metamodel.EntityType;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * Refuses to start an application whose entities have locks that no hook would check, whatever the reason. Looks at the hooks
 * themselves, so it does not depend on versions. Works without Hibernate.
 */
record GuardCheck(ConfigurableListableBeanFactory beans) implements SmartInitializingSingleton {
    private static final String CURE =
            "Have the EntityManagerFactory created by Spring Boot, or by a LocalContainerEntityManagerFactoryBean, with"
                    + " Hibernate. The starter was tested with Spring Boot 3.5 and 4.1.";

    @Override
    public void afterSingletonsInstantiated() {
        for (String name : beans.getBeanNamesForType(EntityManagerFactory.class, true, false)) {
            if (beans.containsSingleton(name)) { // the hook looks at those that are created later
                check(beans.getBean(name, EntityManagerFactory.class));
            }
        }
    }

    /** @throws NotStartedException if the locks of its entities would not be checked */
    static void check(EntityManagerFactory entities) {
        if (protectedEntity(entities).isEmpty()) {
            return;
        }
        String missing = isHibernate(entities) ? Hooks.missing(entities) : "they are not entities of Hibernate";
        if (missing != null) {
            throw refusal(entities, missing, null);
        }
    }

    static NotStartedException refusal(EntityManagerFactory entities, String why, @Nullable Throwable cause) {
        String entity = protectedEntity(entities).orElse("entities");
        return new NotStartedException(
                "The locks of " + entity + " would not be checked when it is changed: " + why + ".", CURE, cause);
    }

    private static Optional<String> protectedEntity(EntityManagerFactory entities) {
        return entities.getMetamodel().getEntities().stream()
                .map(EntityType::getJavaType)
                .filter(type -> type != null
                        && (type.isAnnotationPresent(Lockable.class) || type.isAnnotationPresent(LockRoot.class)))
                .map(Class::getSimpleName)
                .sorted()
                .findFirst();
    }

    static boolean isHibernate(EntityManagerFactory entities) {
        String type = "org.hibernate.engine.spi.SessionFactoryImplementor";
        ClassLoader loader = GuardCheck.class.getClassLoader();
        try {
            return ClassUtils.isPresent(type, loader)
                    && entities.unwrap(ClassUtils.resolveClassName(type, loader)) != null;
        } catch (PersistenceException | IllegalArgumentException e) {
            return false;
        }
    }
}
