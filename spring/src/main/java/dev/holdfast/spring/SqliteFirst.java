package dev.holdfast.spring;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Has the locks opened before the application makes its tables, if both are in one SQLite file: the file has to be Holdfast's
 * first, and the tables of the application are guests in it.
 */
final class SqliteFirst implements BeanFactoryPostProcessor {
    static final String PLACE = "holdfastPlace";

    private static final List<String> INITIALIZERS = List.of(
            "org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer",
            "org.flywaydb.core.Flyway",
            "liquibase.integration.spring.SpringLiquibase");

    private final Environment environment;

    SqliteFirst(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        String url = environment.getProperty("spring.datasource.url", "");
        if (!url.startsWith("jdbc:sqlite:") || environment.containsProperty("holdfast.store")) {
            return;
        }
        for (String type : INITIALIZERS) {
            if (ClassUtils.isPresent(type, beans.getBeanClassLoader())) {
                Class<?> initializer = ClassUtils.resolveClassName(type, beans.getBeanClassLoader());
                for (String name : beans.getBeanNamesForType(initializer, true, false)) {
                    follow(beans.getBeanDefinition(name));
                }
            }
        }
    }

    private static void follow(BeanDefinition initializer) {
        List<String> before = new ArrayList<>(List.of(PLACE));
        String[] others = initializer.getDependsOn();
        if (others != null) {
            before.addAll(Arrays.asList(others));
        }
        initializer.setDependsOn(before.toArray(String[]::new));
    }
}
