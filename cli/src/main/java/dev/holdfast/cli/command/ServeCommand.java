package dev.holdfast.cli.command;

import dev.holdfast.LockManager;
import dev.holdfast.cli.base.CommandJar;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.output.ShellQuote;
import dev.holdfast.cli.project.ServeSettings;
import dev.holdfast.cli.serve.ExamplePolicy;
import dev.holdfast.cli.serve.ServeLog;
import dev.holdfast.cli.serve.ServeWarnings;
import dev.holdfast.cli.serve.ServedStore;
import dev.holdfast.cli.serve.ServerLauncher;
import dev.holdfast.cli.serve.StatePolicy;
import dev.holdfast.cli.serve.UncaughtHandler;
import dev.holdfast.cli.terminal.ShutdownTask;
import dev.holdfast.internal.access.AccessTokens;
import dev.holdfast.internal.base.StoreLocation;
import dev.holdfast.internal.process.Account;
import dev.holdfast.spi.LockStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the server until it is stopped. */
@Command(
        name = "serve",
        description = {
            "Serves locks over HTTP to programs, and to people as a page that shows who has what.",
            "In a project these are the project's locks, elsewhere those in a file of yours."
        },
        footer = {
            "holdfast serve",
            "holdfast serve --port 8080 --store sqlite:locks.db",
            "holdfast serve --pages web",
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

    @Option(
            names = "--pages",
            paramLabel = "FOLDER",
            description = "Show the pages of this folder too, below /pages/. They can take locks with holdfast.js.")
    private @Nullable String pages;

    @Override
    @SuppressWarnings("try") // closed before the end is logged
    protected int run(CommandContext context) throws InterruptedException {
        ServeSettings said = context.project().serve(new ServeSettings.ListenOptions(host, port, socket, group));
        Path here = context.environment().folder();
        ServeSettings logging = auditLog == null ? said : said.auditLog(here.resolve(auditLog));
        ServeSettings settings = pages == null ? logging : logging.pages(here.resolve(pages));
        ServeLog log = ServeLog.on(context.err(), context.project().serveLog(logged));
        UncaughtHandler.install();
        ServerLauncher serving = CommandJar.EXTRAS.service(ServerLauncher.class, "server");
        StoreLocation address = ServedStore.address(context);
        LockManager locks = context.managerAt(
                address, policies -> StatePolicy.addedTo(ExamplePolicy.addedTo(policies), settings.protocols()));
        LockStore store = context.storeAt(address);
        CountDownLatch stop = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        ServerLauncher.Running running;
        try {
            running = serving.start(locks, store, settings);
        } catch (RuntimeException | Error e) {
            context.close();
            throw e;
        }
        try {
            ShutdownTask.add("holdfast-stop", FAREWELL, () -> stop(stop, stopped));
            context.out().println("Serving " + locks.admin().traits().address());
            told(context, running, settings);
            ServeWarnings.of(settings, new AccessTokens(store), address).forEach(log::say);
            stop.await();
            log.say("The server is stopping; requests under way are finished.");
        } finally {
            running.close();
            if (!running.farewell().isEmpty()) {
                log.say(running.farewell());
            }
            context.close();
            stopped.countDown();
        }
        return ExitCode.DONE;
    }

    /** Prints the addresses of the server. The socket is preferred: there the system says who asks. */
    private static void told(CommandContext context, ServerLauncher.Running running, ServeSettings settings) {
        ServeSettings.Socket shared = settings.socket();
        String address = running.address();
        String local = running.socketAddress();
        context.out()
                .println("at " + (local.isEmpty() || local.equals(address) ? address : address + " and " + local)
                        + " (Ctrl-C stops it)");
        if (settings.web().pages() != null && !address.equals(local)) {
            context.out().println("Your pages: " + address + "/pages/");
        }
        String named = shared == null ? address : forOthers(local, shared);
        context.out().println("To use it from elsewhere: export HOLDFAST_STORE=" + ShellQuote.quoted(named));
    }

    /** Returns the address for other accounts. They accept a socket only if its address names the account of the server. */
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

    /** Stops the server when the process is asked to end, and waits for it. */
    private static void stop(CountDownLatch stop, CountDownLatch stopped) {
        stop.countDown();
        try {
            stopped.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
