package dev.holdfast.example.underwriting;

import dev.holdfast.LockManager;
import dev.holdfast.example.start.ExampleCommand;
import dev.holdfast.servers.PostgresServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Starts the application from a shell; it runs until the process is asked to end. */
@Command(
        name = "underwriting",
        description = "Starts an underwriting application on this machine, to be used in a browser.")
public final class UnderwritingMain extends ExampleCommand {
    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "7432",
            description = "${DEFAULT-VALUE} unless given; 0 for any that is free.")
    private int port;

    @Option(
            names = "--database",
            paramLabel = "URL",
            description =
                    "jdbc:postgresql://host/database?user=…&password=…; unless given, a PostgreSQL of its own whose"
                            + " data are in the folder postgres.")
    private @Nullable String database;

    public static void main(String[] arguments) {
        new UnderwritingMain().run(arguments);
    }

    @Override
    protected void start() {
        System.out.println("The policies are at " + address() + " . Open it in two browsers, as Anna and as Ben.");
    }

    private String address() {
        List<String> settings = new ArrayList<>(List.of("--server.port=" + port));
        if (database == null) {
            PostgresServer own = PostgresServer.start(Path.of("postgres").toAbsolutePath());
            settings.addAll(List.of(
                    "--spring.datasource.url=" + own.jdbcUrl(),
                    "--spring.datasource.username=" + own.user(),
                    "--spring.datasource.password=" + own.password()));
        } else {
            settings.add("--spring.datasource.url=" + database);
        }
        SpringApplication application = new SpringApplication(Underwriting.class);
        // Its own PostgreSQL ends with it, and often before it: then locks need no release.
        application.setRegisterShutdownHook(database != null);
        ConfigurableApplicationContext running = application.run(settings.toArray(String[]::new));
        if (database == null) {
            running.getBean(LockManager.class).clear("underwriting"); // of sessions that ended with the last run
        }
        return "http://127.0.0.1:" + running.getEnvironment().getProperty("local.server.port");
    }
}
