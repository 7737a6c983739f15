package dev.holdfast.example.underwriting;

import dev.holdfast.LockManager;
import dev.holdfast.servers.PostgresServer;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts the application from a shell; it runs until the process is asked to end. */
public final class UnderwritingMain {
    private static final String USAGE = """
            usage: underwriting [--port N] [--database URL]

            Starts an underwriting application on this machine, to be used in a browser.

            --port N        7432 unless given; 0 for any that is free
            --database URL  jdbc:postgresql://host/database?user=…&password=…; unless given,
                            a PostgreSQL of its own whose data are in the folder postgres
            """;

    private UnderwritingMain() {}

    public static void main(String[] arguments) {
        int code = run(arguments, System.out, System.err);
        if (code >= 0) {
            System.exit(code);
        }
    }

    /** The code to exit with, or -1 if it runs. */
    static int run(String[] arguments, PrintStream out, PrintStream err) {
        int port = 7432;
        String database = null;
        try {
            for (int i = 0; i < arguments.length; i++) {
                String value = i + 1 < arguments.length ? arguments[i + 1] : "";
                switch (arguments[i]) {
                    case "--help", "-h" -> {
                        out.print(USAGE);
                        return 0;
                    }
                    case "--port" -> {
                        port = Integer.parseInt(value);
                        i++;
                    }
                    case "--database" -> {
                        database = value;
                        i++;
                    }
                    default -> throw new IllegalArgumentException("There is no option '" + arguments[i] + "'.");
                }
            }
        } catch (IllegalArgumentException e) {
            err.println("underwriting: " + e.getMessage());
            err.print(USAGE);
            return 64;
        }
        try {
            out.println(
                    "The policies are at " + start(port, database) + " . Open it in two browsers, as Anna and as Ben.");
            return -1;
        } catch (RuntimeException e) {
            err.println("underwriting: " + e.getMessage());
            return 69;
        }
    }

    private static String start(int port, @Nullable String database) {
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
