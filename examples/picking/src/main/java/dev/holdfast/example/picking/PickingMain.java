package dev.holdfast.example.picking;

import dev.holdfast.servers.PostgresServer;
import java.io.PrintStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Starts the application from a shell; it runs until the process is asked to end. */
public final class PickingMain {
    private static final String USAGE = """
            usage: picking [--port N] [--database ADDRESS]

            Starts a warehouse on this machine: pickers claim orders in a browser.

            --port N            7433 unless given; 0 for any that is free
            --database ADDRESS  postgresql://user:password@host:port/database; unless
                                given, a PostgreSQL of its own whose data are in the
                                folder postgres
            """;

    private PickingMain() {}

    public static void main(String[] arguments) {
        int code = run(arguments, System.out, System.err);
        if (code >= 0) {
            System.exit(code);
        }
    }

    /** The code to exit with, or -1 if it runs. */
    static int run(String[] arguments, PrintStream out, PrintStream err) {
        int port = PickingOptions.USUAL_PORT;
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
            err.println("picking: " + e.getMessage());
            err.print(USAGE);
            return 64;
        }
        try {
            String address = start(port, database);
            out.println("The warehouse is at " + address + " . Open it in two browsers, as Anna and as Ben.");
            return -1;
        } catch (RuntimeException e) {
            err.println("picking: " + e.getMessage());
            return 69;
        }
    }

    private static String start(int port, @Nullable String database) {
        if (database == null) {
            // It ends with this process, and often before it: there is nobody then to give locks back for.
            String own = PostgresServer.start(Path.of("postgres")).address();
            Picking picking = Picking.start(PickingOptions.at(own).port(port));
            picking.locks().clear("picking"); // of sessions that ended with the last run
            return picking.address();
        }
        Picking picking = Picking.start(PickingOptions.at(database).port(port));
        Runtime.getRuntime().addShutdownHook(new Thread(picking::close));
        return picking.address();
    }
}
