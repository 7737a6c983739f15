package dev.holdfast.example.play;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.example.play.compose.Turns;
import dev.holdfast.example.play.data.Database;
import dev.holdfast.example.play.data.Demo;
import dev.holdfast.example.play.data.Strays;
import dev.holdfast.example.play.web.PlayApplication;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerOptions;
import dev.holdfast.spi.StoreManagers;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** The running game: its own calls and pages, with Holdfast's server inside. Several on one database act as one. */
public final class Play implements AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.holdfast.example.play");
    private static final long CHECK_SECONDS = 30;

    private final Database database;
    private final LockManager locks;
    private final HoldfastServer server;
    private final ScheduledExecutorService checker = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread made = new Thread(work, "play-checker");
        made.setDaemon(true);
        return made;
    });

    private Play(Database database, LockManager locks, HoldfastServer server) {
        this.database = database;
        this.locks = locks;
        this.server = server;
    }

    /** Starts it on this machine. Locks that expired meanwhile are removed before the first request is answered. */
    public static Play start(PlayOptions options) {
        Database database = Database.open(options.database(), options.clock());
        LockManager locks = null;
        try {
            if (options.demo()) {
                Demo.fill(database);
            }
            ManagerOptions how =
                    ManagerOptions.DEFAULT.policies(Turns.POLICIES).clocks(options.clock(), System::nanoTime);
            LockManager opened = StoreManagers.over(database.locks(), how);
            locks = opened;
            HoldfastServer server = HoldfastServer.startWithin(
                    opened,
                    vertx -> new PlayApplication(vertx, database, opened, how),
                    ServerOptions.DEFAULT.port(options.port()));
            return new Play(database, opened, server).checking();
        } catch (RuntimeException e) {
            if (locks != null) {
                locks.close();
            }
            database.close();
            throw e;
        }
    }

    private Play checking() {
        check();
        ScheduledFuture<?> unused =
                checker.scheduleWithFixedDelay(this::checkAgain, CHECK_SECONDS, CHECK_SECONDS, TimeUnit.SECONDS);
        return this;
    }

    private void checkAgain() {
        try {
            check();
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "Expired locks were not removed.", e);
        }
    }

    /** Removes what has expired, as every 30 seconds: locks, and rows of the table of locks that no lock stands behind. */
    public void check() {
        locks.admin().sweep();
        new Strays(database).clear();
    }

    /** Returns its address. */
    public String address() {
        return server.address();
    }

    public LockManager locks() {
        return locks;
    }

    @Override
    public void close() {
        checker.shutdownNow();
        server.close();
        locks.close();
        database.close();
    }
}
