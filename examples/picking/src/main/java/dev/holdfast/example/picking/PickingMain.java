package dev.holdfast.example.picking;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Starts the application from a shell; it runs until the process is asked to end. */
@Command(
        name = "picking",
        description = "Starts a warehouse on this machine: pickers claim orders in a browser.",
        mixinStandardHelpOptions = true,
        exitCodeOnInvalidInput = 64,
        exitCodeOnExecutionException = 69)
public final class PickingMain implements Callable<Integer> {
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
        int code = new PickingMain().command().execute(arguments);
        if (code != CommandLine.ExitCode.OK) {
            System.exit(code);
        }
    }

    /** Returns the command, which reports a failure in one line. */
    CommandLine command() {
        return new CommandLine(this).setExecutionExceptionHandler((failure, command, parsed) -> {
            command.getErr().println("picking: " + failure.getMessage());
            return command.getCommandSpec().exitCodeOnExecutionException();
        });
    }

    @Override
    public Integer call() throws IOException {
        System.out.println(
                "The warehouse is at " + picking().address() + " . Open it in two browsers, as Anna and as Ben.");
        return CommandLine.ExitCode.OK;
    }

    private Picking picking() throws IOException {
        if (database == null) {
            // It ends with this process, and often before it: then locks need no release.
            Picking picking = Picking.start(PickingOptions.at(postgres()).port(port));
            picking.locks().admin().clear("picking"); // of sessions that ended with the last run
            return picking;
        }
        Picking picking = Picking.start(PickingOptions.at(database).port(port));
        Runtime.getRuntime().addShutdownHook(new Thread(picking::close));
        return picking;
    }

    /** Starts a PostgreSQL for those who have none and returns its address. */
    private static String postgres() throws IOException {
        EmbeddedPostgres own = EmbeddedPostgres.builder()
                .setDataDirectory(Path.of("postgres").toAbsolutePath())
                .setCleanDataDirectory(false)
                .start();
        return "postgresql://postgres:postgres@127.0.0.1:" + own.getPort() + "/postgres";
    }
}
