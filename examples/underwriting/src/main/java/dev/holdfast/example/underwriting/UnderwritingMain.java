package dev.holdfast.example.underwriting;

import dev.holdfast.LockManager;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts the application from a shell, with the arguments of Spring Boot; it runs until the process is asked to end. */
public final class UnderwritingMain {
    private static final String DATABASE = "spring.datasource.url";

    private UnderwritingMain() {}

    public static void main(String[] arguments) throws IOException {
        SpringApplication application = new SpringApplication(Underwriting.class);
        boolean own = Arrays.stream(arguments).noneMatch(argument -> argument.startsWith("--" + DATABASE + "="));
        if (own) {
            application.setDefaultProperties(Map.of(DATABASE, postgres()));
            // Its own PostgreSQL ends with it, and often before it: then locks need no release.
            application.setRegisterShutdownHook(false);
        }
        ConfigurableApplicationContext running = application.run(arguments);
        if (own) {
            running.getBean(LockManager.class)
                    .admin()
                    .clear("underwriting"); // of sessions that ended with the last run
        }
        String port = running.getEnvironment().getProperty("local.server.port");
        System.out.println(
                "The policies are at http://127.0.0.1:" + port + " . Open it in two browsers, as Anna and as Ben.");
    }

    /** Starts a PostgreSQL for those who have none, with its data in the folder postgres, and returns its address. */
    private static String postgres() throws IOException {
        return EmbeddedPostgres.builder()
                .setDataDirectory(Path.of("postgres").toAbsolutePath())
                .setCleanDataDirectory(false)
                .start()
                .getJdbcUrl("postgres", "postgres");
    }
}
