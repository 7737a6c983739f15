package dev.holdfast.example.underwriting;

import dev.holdfast.LockManager;
import dev.holdfast.servers.PostgresServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Starts the application from a shell; it runs until the process is asked to end. */
@Command(
        name = "underwriting",
        description = "Starts an underwriting application on this machine, to be used in a browser.",
        sortOptions = false,
        exitCodeOnInvalidInput = 64,
        exitCodeOnExecutionException = 69)
public final class UnderwritingMain implements Runnable {
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

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    @SuppressWarnings("UnusedVariable") // picocli looks at it
    private boolean help;

    private UnderwritingMain() {}

    public static void main(String[] arguments) {
        int code = command().execute(arguments);
        if (code != 0) {
            System.exit(code);
        }
    }

    static CommandLine command() {
        return new CommandLine(new UnderwritingMain()).setExecutionExceptionHandler((failure, command, parsed) -> {
            command.getErr().println("underwriting: " + failure.getMessage());
            return command.getCommandSpec().exitCodeOnExecutionException();
        });
    }

    @Override
    public void run() {
        System.out.println("The policies are at " + start() + " . Open it in two browsers, as Anna and as Ben.");
    }

    private String start() {
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
        // Its own PostgreSQL ends with it, and often before it: there is nobody then to give locks back for.
        application.setRegisterShutdownHook(database != null);
        ConfigurableApplicationContext running = application.run(settings.toArray(String[]::new));
        if (database == null) {
            running.getBean(LockManager.class).clear("underwriting"); // of sessions that ended with the last run
        }
        return "http://127.0.0.1:" + running.getEnvironment().getProperty("local.server.port");
    }
}
