package dev.holdfast.spring;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts real applications. */
public final class Apps {
    /** As Spring Boot 4 names it. A name that is not on the class path excludes nothing. */
    static final String DATA_SOURCE = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration";
    /** As Spring Boot 3 names it. */
    static final String DATA_SOURCE_3 = "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration";

    private static final String SECURITY_3 = "org.springframework.boot.autoconfigure.security.servlet.";
    private static final String REDIS_3 = "org.springframework.boot.autoconfigure.data.redis.Redis";
    private static final String SECURITY = "org.springframework.boot.security.autoconfigure.";
    private static final String REDIS = "org.springframework.boot.data.redis.autoconfigure.DataRedis";
    private static final String NO_REDIS = REDIS + "AutoConfiguration," + REDIS + "ReactiveAutoConfiguration," + REDIS
            + "RepositoriesAutoConfiguration," + REDIS_3 + "AutoConfiguration," + REDIS_3
            + "ReactiveAutoConfiguration," + REDIS_3 + "RepositoriesAutoConfiguration";
    private static final String NO_SECURITY = SECURITY + "SecurityAutoConfiguration,"
            + SECURITY + "UserDetailsServiceAutoConfiguration," + SECURITY
            + "web.servlet.ServletWebSecurityAutoConfiguration," + SECURITY
            + "web.servlet.SecurityFilterAutoConfiguration," + SECURITY
            + "actuate.web.servlet.ManagementWebSecurityAutoConfiguration,"
            + SECURITY_3 + "SecurityAutoConfiguration," + SECURITY_3 + "UserDetailsServiceAutoConfiguration,"
            + SECURITY_3 + "SecurityFilterAutoConfiguration,"
            + "org.springframework.boot.actuate.autoconfigure.security.servlet.ManagementWebSecurityAutoConfiguration";
    private static final String NO_JPA =
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
                    + "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration,"
                    + "org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration,"
                    + "org.springframework.boot.autoconfigure.data.jpa.JpaRepositoriesAutoConfiguration";

    private Apps() {}

    /** One without a web server. */
    public static ConfigurableApplicationContext plain(Class<?> application, String... properties) {
        return start(WebApplicationType.NONE, application, without(properties, NO_SECURITY, NO_REDIS, NO_JPA));
    }

    /** The same with what Spring has for Redis. */
    static ConfigurableApplicationContext plainWithRedis(Class<?> application, String... properties) {
        return start(WebApplicationType.NONE, application, without(properties, NO_SECURITY, NO_JPA));
    }

    /** The same with Hibernate instead. */
    public static ConfigurableApplicationContext jpa(Class<?> application, String... properties) {
        return start(WebApplicationType.NONE, application, without(properties, NO_SECURITY, NO_REDIS));
    }

    /** One that listens on a free port of this machine. */
    public static ConfigurableApplicationContext web(Class<?> application, String... properties) {
        return start(WebApplicationType.SERVLET, application, without(properties, NO_SECURITY, NO_REDIS, NO_JPA));
    }

    /** The same with Hibernate. */
    public static ConfigurableApplicationContext jpaWeb(Class<?> application, String... properties) {
        return start(WebApplicationType.SERVLET, application, without(properties, NO_SECURITY, NO_REDIS));
    }

    /** One with a web server and Spring Security. */
    static ConfigurableApplicationContext secured(Class<?> application, String... properties) {
        return start(WebApplicationType.SERVLET, application, without(properties, NO_REDIS, NO_JPA));
    }

    /** A reactive one with a web server and Spring Security. */
    static ConfigurableApplicationContext reactive(Class<?> application, String... properties) {
        // Reactor Netty before 1.3.8 may never read the next request of a kept connection (its issue 4361).
        String[] all = Stream.concat(Stream.of("server.netty.max-keep-alive-requests=1"), Stream.of(properties))
                .toArray(String[]::new);
        return start(WebApplicationType.REACTIVE, application, without(all, NO_REDIS, NO_JPA));
    }

    private static String[] without(String[] properties, String... configurations) {
        return Postgres.and(properties, "spring.autoconfigure.exclude=" + String.join(",", configurations));
    }

    private static ConfigurableApplicationContext start(
            WebApplicationType type, Class<?> application, String... properties) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--spring.main.banner-mode=off",
                "--spring.jmx.enabled=false",
                "--logging.level.root=warn"));
        for (String property : properties) {
            arguments.add("--" + property);
        }
        return new SpringApplicationBuilder(application)
                .web(type)
                .registerShutdownHook(false)
                .run(arguments.toArray(String[]::new));
    }

    /** Where a web application listens. */
    public static String address(ConfigurableApplicationContext application) {
        return "http://127.0.0.1:" + application.getEnvironment().getProperty("local.server.port");
    }
}
