package dev.holdfast.cli.command;

import dev.holdfast.LockManager;
import dev.holdfast.access.Passes;
import dev.holdfast.cli.Call;
import dev.holdfast.cli.ExitCode;
import dev.holdfast.cli.output.ShellQuote;
import dev.holdfast.cli.project.ServerStores;
import dev.holdfast.cli.serve.Cautions;
import dev.holdfast.cli.serve.LastResort;
import dev.holdfast.cli.serve.ServeLog;
import dev.holdfast.cli.serve.ServeSettings;
import dev.holdfast.cli.serve.ServedStore;
import dev.holdfast.cli.serve.Serving;
import dev.holdfast.cli.terminal.Farewell;
import dev.holdfast.process.Account;
import dev.holdfast.store.StoreLocation;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The server, until somebody stops it. */
@Command(
        name = "serve",
        description = {
            "Serves locks over HTTP to programs, and to people as a page that shows who has what.",
            "In a project these are the project's locks, elsewhere those in a file of yours."
        },
        footer = {
            "holdfast serve",
            "holdfast serve --port 8080 --store sqlite:locks.db",
            "holdfast serve --socket ~/.cache/holdfast/holdfast.sock"
        })
final class ServeCommand extends HoldfastCommand {
    private static final Duration FAREWELL = Duration.ofSeconds(10);

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "Listen there instead of on 7420; 0 for any that is free.")
    private @Nullable Long port;

    @Option(names = "--host", paramLabel = "ADDRESS", description = "An address of this machine instead of 127.0.0.1.")
    private @Nullable String host;

    @Option(
            names = "--socket",
            paramLabel = "PATH",
            description = "Listen on this Unix socket, and on a port only if one is named: the system says who asks.")
    private @Nullable String socket;

    @Option(
            names = "--socket-group",
            paramLabel = "GROUP",
            description = "Let the members of this group use the socket too, as editors.")
    private @Nullable String group;

    @Option(names = "--log", paramLabel = "FORMAT", description = "How to log on standard error: text, or json.")
    private @Nullable String logged;

    @Option(
            names = "--audit-log",
            paramLabel = "FILE",
            description = "Record every change and denial there; see holdfast audit-log.")
    private @Nullable String auditLog;

    @Override
    @SuppressWarnings("try") // closed before its end is told
    protected int run(Call call) throws InterruptedException {
        ServeSettings said = call.project().serve(new ServeSettings.Place(host, port, socket, group));
        ServeSettings settings = auditLog == null
                ? said
                : said.auditLog(call.surroundings().folder().resolve(auditLog));
        ServeLog log = ServeLog.on(call.err(), call.project().serveLog(logged));
        LastResort.install();
        Serving serving = ServerStores.service(Serving.class, "server");
        StoreLocation address = ServedStore.address(call);
        LockManager locks = call.managerAt(address);
        Passes passes = call.passesAt(address);
        CountDownLatch stop = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        Serving.Running running;
        try {
            running = serving.start(locks, passes, settings);
        } catch (RuntimeException | Error e) {
            call.close();
            throw e;
        }
        try {
            Farewell.add("holdfast-stop", FAREWELL, () -> stop(stop, stopped));
            call.out().println("Serving " + locks.traits().address());
            told(call, running, settings.socket());
            Cautions.of(settings, passes, address).forEach(log::say);
            stop.await();
            log.say("The server is stopping; requests under way are finished.");
        } finally {
            running.close();
            if (!running.farewell().isEmpty()) {
                log.say(running.farewell());
            }
            call.close();
            stopped.countDown();
        }
        return ExitCode.DONE;
    }

    /** Prints the addresses of the server. The socket is preferred: there the system says who asks. */
    private static void told(Call call, Serving.Running running, ServeSettings.@Nullable Socket shared) {
        String address = running.address();
        String local = running.socketAddress();
        call.out()
                .println("at " + (local.isEmpty() || local.equals(address) ? address : address + " and " + local)
                        + " (Ctrl-C stops it)");
        String named = shared == null ? address : forOthers(local, shared);
        call.out().println("To use it from elsewhere: export HOLDFAST_STORE=" + ShellQuote.quoted(named));
    }

    /** Other accounts use a socket only if its address names the account of the server. */
    private static String forOthers(String local, ServeSettings.Socket socket) {
        if (socket.group() == null && !socket.everyone()) {
            return local;
        }
        try {
            return local.replaceFirst(":", ":" + Account.own().name() + "@");
        } catch (IOException e) {
            return local;
        }
    }

    /** Runs when the process is told to end, which waits for it. */
    private static void stop(CountDownLatch stop, CountDownLatch stopped) {
        stop.countDown();
        try {
            stopped.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
