package dev.holdfast.store.sql.sqlite;

import dev.holdfast.UnreadableRecordException;
import dev.holdfast.internal.storage.ChangeFeed;
import dev.holdfast.internal.storage.FeedWatch;
import dev.holdfast.spi.Key;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The change feed of a SQLite file. It asks SQLite twenty times a second whether another connection committed, which costs a
 * few microseconds. It then reads the list of changes, or all records if that list no longer reaches back far enough. Records
 * that were deleted by hand are not in that list, but missing when they are counted.
 */
final class SqliteFeed extends ChangeFeed {
    private static final String LOGGER = "dev.holdfast.store.sql";

    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);
    /** The pause for each record that a look found changed: what changes again meanwhile is then read once. */
    private static final Duration BREATH = Duration.ofNanos(200_000);

    private static final Duration MAX_BREATH = Duration.ofMillis(20);
    /** So often at most records are counted: it costs by how many there are. */
    private static final Duration COUNT = Duration.ofSeconds(2);

    private final SqliteFile file;
    private final InstantSource clock;
    private @Nullable SqliteReader reader;
    private long commits;
    private long position;
    private int found;
    private boolean uncounted;
    private long counted = System.nanoTime() - COUNT.toNanos();

    SqliteFeed(SqliteFile file, InstantSource clock) {
        super("holdfast-sqlite-feed", LOGGER, "sqlite:" + file.path(), AFTER_FAILURE, Duration.ZERO);
        this.file = file;
        this.clock = clock;
    }

    @Override
    protected List<Runnable> look() throws SQLException {
        found = 0;
        SqliteReader current = reader;
        boolean whole = current == null;
        if (current == null) {
            file.requireSame();
            current = SqliteReader.open(file, clock);
            reader = current;
        }
        long seen = current.changes().commits();
        uncounted |= seen != commits;
        boolean count = uncounted && System.nanoTime() - counted >= COUNT.toNanos();
        List<Runnable> news = List.of();
        if (whole || seen != commits || count || !watches().stream().allMatch(FeedWatch::current)) {
            news = news(current, whole, count);
            commits = seen;
        }
        if (count) {
            uncounted = false;
            counted = System.nanoTime();
        }
        return news;
    }

    /** Collects everything at one moment. */
    private List<Runnable> news(SqliteReader current, boolean whole, boolean count) throws SQLException {
        current.begin();
        long last = current.changes().last();
        Set<Key> changed = whole ? null : changed(current, last);
        found = changed == null ? 0 : changed.size();
        List<Runnable> news = news(changed == null ? null : wanted(changed), current);
        if (count && changed != null) {
            for (FeedWatch watch : watches()) {
                if (watch.current()) {
                    long there = current.count(watch.query());
                    news.add(() -> watch.recount(there));
                }
            }
        }
        current.end();
        position = last;
        return news;
    }

    /** Returns what changed since the last look; null if the list of changes does not show it. */
    private @Nullable Set<Key> changed(SqliteReader current, long last) throws SQLException {
        boolean listed = position >= last - SqliteApplier.CHANGES_KEPT
                && (position == last || current.changes().has(position));
        if (position > last || !listed) {
            return null;
        }
        try {
            return current.changes().since(position);
        } catch (UnreadableRecordException e) {
            return null;
        }
    }

    /**
     * Waits for the next look, and pauses before it under load. A look for every commit would read the same records again and
     * again, and take that time from the commits.
     */
    @Override
    protected void await(Semaphore signal) throws InterruptedException {
        Duration breath = BREATH.multipliedBy(found - 1);
        LockSupport.parkNanos((breath.compareTo(MAX_BREATH) < 0 ? breath : MAX_BREATH).toNanos());
        pause(signal, LOOK);
    }

    @Override
    protected void startOver() {
        if (reader != null) {
            reader.close();
            reader = null;
        }
    }
}
