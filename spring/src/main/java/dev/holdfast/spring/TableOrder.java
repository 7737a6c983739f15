package dev.holdfast.spring;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Opens the locks after the application has created its tables, since those of the locks may be among them. If both are in one
 * SQLite file, the order is reversed: Holdfast must create the file.
 */
record TableOrder(Environment environment) implements BeanFactoryPostProcessor {
    static final String LOCATION = "holdfastLocation";

    private static final List<String> INITIALIZERS = List.of(
            "org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer",
            "org.flywaydb.core.Flyway",
            "org.springframework.boot.flyway.autoconfigure.FlywayMigrationInitializer",
            "org.springframework.boot.autoconfigure.flyway.FlywayMigrationInitializer",
            "liquibase.integration.spring.SpringLiquibase");

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        if (environment.containsProperty("holdfast.store")) {
            return; // in another database
        }
        List<String> initializers = INITIALIZERS.stream()
                .filter(type -> ClassUtils.isPresent(type, beans.getBeanClassLoader()))
                .map(type -> ClassUtils.resolveClassName(type, beans.getBeanClassLoader()))
                .flatMap(type -> Arrays.stream(beans.getBeanNamesForType(type, true, false)))
                .toList();
        if (environment.getProperty("spring.datasource.url", "").startsWith("jdbc:sqlite:")) {
            initializers.forEach(name -> follow(beans.getBeanDefinition(name), List.of(LOCATION)));
        } else {
            follow(beans.getBeanDefinition(LOCATION), initializers);
        }
    }

    private static void follow(BeanDefinition later, List<String> earlier) {
        String[] others = later.getDependsOn();
        later.setDependsOn(Stream.concat(earlier.stream(), others == null ? Stream.of() : Arrays.stream(others))
                .toArray(String[]::new));
    }
}
