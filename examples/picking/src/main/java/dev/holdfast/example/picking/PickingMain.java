package dev.holdfast.example.picking;

import dev.holdfast.servers.PostgresServer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Starts the application from a shell; it runs until the process is asked to end. */
@Command(
        name = "picking",
        description = "Starts a warehouse on this machine: pickers claim orders in a browser.",
        sortOptions = false,
        exitCodeOnInvalidInput = 64,
        exitCodeOnExecutionException = 69)
public final class PickingMain implements Runnable {
    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "" + PickingOptions.USUAL_PORT,
            description = "${DEFAULT-VALUE} unless given; 0 for any that is free.")
    private int port;

    @Option(
            names = "--database",
            paramLabel = "ADDRESS",
            description = "postgresql://user:password@host:port/database; unless given, a PostgreSQL of its own whose"
                    + " data are in the folder postgres.")
    private @Nullable String database;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    @SuppressWarnings("UnusedVariable") // picocli looks at it
    private boolean help;

    private PickingMain() {}

    public static void main(String[] arguments) {
        int code = command().execute(arguments);
        if (code != 0) {
            System.exit(code);
        }
    }

    static CommandLine command() {
        return new CommandLine(new PickingMain()).setExecutionExceptionHandler((failure, command, parsed) -> {
            command.getErr().println("picking: " + failure.getMessage());
            return command.getCommandSpec().exitCodeOnExecutionException();
        });
    }

    @Override
    public void run() {
        System.out.println(
                "The warehouse is at " + start().address() + " . Open it in two browsers, as Anna and as Ben.");
    }

    private Picking start() {
        if (database == null) {
            // It ends with this process, and often before it: there is nobody then to give locks back for.
            String own = PostgresServer.start(Path.of("postgres")).address();
            Picking picking = Picking.start(PickingOptions.at(own).port(port));
            picking.locks().clear("picking"); // of sessions that ended with the last run
            return picking;
        }
        Picking picking = Picking.start(PickingOptions.at(database).port(port));
        Runtime.getRuntime().addShutdownHook(new Thread(picking::close));
        return picking;
    }
}
