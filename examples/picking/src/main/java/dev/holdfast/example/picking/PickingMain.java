package dev.holdfast.example.picking;

import dev.holdfast.example.start.ExampleCommand;
import dev.holdfast.servers.PostgresServer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Starts the application from a shell; it runs until the process is asked to end. */
@Command(name = "picking", description = "Starts a warehouse on this machine: pickers claim orders in a browser.")
public final class PickingMain extends ExampleCommand {
    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "" + PickingOptions.DEFAULT_PORT,
            description = "${DEFAULT-VALUE} unless given; 0 for any that is free.")
    private int port;

    @Option(
            names = "--database",
            paramLabel = "ADDRESS",
            description = "postgresql://user:password@host:port/database; unless given, a PostgreSQL of its own whose"
                    + " data are in the folder postgres.")
    private @Nullable String database;

    public static void main(String[] arguments) {
        new PickingMain().run(arguments);
    }

    @Override
    protected void start() {
        System.out.println(
                "The warehouse is at " + picking().address() + " . Open it in two browsers, as Anna and as Ben.");
    }

    private Picking picking() {
        if (database == null) {
            // It ends with this process, and often before it: then locks need no release.
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
