package dev.holdfast.store.sql.shared;

import dev.holdfast.internal.storage.ChangeFeed;
import dev.holdfast.spi.Key;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** The change feed of a database server. It looks at the list of changes on a connection of its own. */
public final class Feed extends ChangeFeed {
    private static final String LOGGER = "dev.holdfast.store.sql";

    private static final Duration AFTER_FAILURE = Duration.ofMillis(500);
    /** So long after a change of what is watched another one is to be expected. */
    private static final Duration LIVELY = Duration.ofSeconds(1);

    private final Opener opener;
    private @Nullable ChangeLog log;
    private long changedAt = System.nanoTime();

    /** Opens a connection for the feed. */
    @FunctionalInterface
    public interface Opener extends Callable<ChangeLog> {
        @Override
        ChangeLog call() throws SQLException;
    }

    /**
     * @param name of its thread
     * @param place the address of the database, for the log
     */
    public Feed(String name, String place, Opener opener) {
        super(name, LOGGER, place, AFTER_FAILURE, Duration.ZERO);
        this.opener = opener;
    }

    @Override
    protected List<Runnable> look() throws SQLException {
        ChangeLog current = log;
        if (current == null) {
            current = opener.call();
            log = current;
        }
        Set<Key> changed = current.news(this::isMeant);
        Set<Key> wanted = changed == null ? null : wanted(changed);
        changedAt = wanted == null || wanted.isEmpty() ? changedAt : System.nanoTime();
        return news(wanted, current);
    }

    @Override
    protected void await(Semaphore signal) throws SQLException, InterruptedException {
        if (log != null) {
            log.await(signal, System.nanoTime() - changedAt < LIVELY.toNanos());
        }
    }

    @Override
    protected void startOver() {
        if (log != null) {
            log.close();
            log = null;
        }
    }
}
