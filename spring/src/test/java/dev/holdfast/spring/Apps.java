package dev.holdfast.spring;

import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts real applications. */
final class Apps {
    private static final String SECURITY = "org.springframework.boot.security.autoconfigure.";
    private static final String NO_SECURITY = "spring.autoconfigure.exclude=" + SECURITY + "SecurityAutoConfiguration,"
            + SECURITY + "UserDetailsServiceAutoConfiguration," + SECURITY
            + "web.servlet.ServletWebSecurityAutoConfiguration," + SECURITY
            + "web.servlet.SecurityFilterAutoConfiguration," + SECURITY
            + "actuate.web.servlet.ManagementWebSecurityAutoConfiguration";

    private Apps() {}

    /** One without a web server. */
    static ConfigurableApplicationContext plain(Class<?> application, String... properties) {
        return start(WebApplicationType.NONE, application, Postgres.and(properties, NO_SECURITY));
    }

    /** One that listens on a free port of this machine. */
    static ConfigurableApplicationContext web(Class<?> application, String... properties) {
        return start(WebApplicationType.SERVLET, application, Postgres.and(properties, NO_SECURITY));
    }

    /** The same with Spring Security. */
    static ConfigurableApplicationContext secured(Class<?> application, String... properties) {
        return start(WebApplicationType.SERVLET, application, properties);
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
    static String address(ConfigurableApplicationContext application) {
        return "http://127.0.0.1:" + application.getEnvironment().getProperty("local.server.port");
    }
}
