package dev.holdfast.example.underwriting;

import dev.holdfast.engines.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Two nodes of the application on one PostgreSQL, for all tests of a run, with which they end. */
final class Office {
    static final PostgresServer POSTGRES = PostgresServer.start(folder(), "fsync=off");
    static final ConfigurableApplicationContext APP = start();
    static final ConfigurableApplicationContext OTHER = start();

    private Office() {}

    private static Path folder() {
        try {
            return Files.createTempDirectory("postgres");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ConfigurableApplicationContext start() {
        return new SpringApplicationBuilder(Underwriting.class)
                .registerShutdownHook(false)
                .run(
                        "--server.port=0",
                        "--spring.datasource.url=" + POSTGRES.jdbcUrl(),
                        "--spring.datasource.username=" + POSTGRES.user(),
                        "--spring.datasource.password=" + POSTGRES.password());
    }

    static String address(ConfigurableApplicationContext node) {
        return "http://127.0.0.1:" + node.getEnvironment().getProperty("local.server.port");
    }
}
