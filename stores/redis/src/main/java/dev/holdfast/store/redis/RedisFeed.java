package dev.holdfast.store.redis;

import dev.holdfast.StoreException;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.internal.storage.ChangeFeed;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * The change feed of Redis. It gets messages that name the changed records, and reads these as they are then. Every second it
 * reads which records were changed without a message, and compares the last version that it heard of with the last one that was given. If
 * messages are missing, or their connection broke, it subscribes again and shows all records again.
 */
final class RedisFeed extends ChangeFeed implements ChangeFeed.Source<StoreException> {
    private static final String LOGGER = "dev.holdfast.store.redis";

    private static final Duration LOOK = Duration.ofSeconds(1);
    /** So long others tell of changes without being asked again. */
    private static final Duration LISTEN = Duration.ofSeconds(20);

    /** A feed that has not checked for so long may not have heard of all, and starts over. */
    private static final Duration LATE = LISTEN.dividedBy(2);

    private static final Duration AFTER_FAILURE = Duration.ofMillis(250);

    private final RedisConnection connection;
    private final RedisReader reader;
    private final RedisQueries queries;
    private final RedisWarnings warnings;
    private @Nullable RedisChangeListener listener;
    private long nextCheck = System.nanoTime();
    private long given;
    private long asked;
    private long checked;
    /** The last change without a message that it knows of. */
    private long known;

    RedisFeed(RedisConnection connection, RedisReader reader, RedisQueries queries, RedisWarnings warnings) {
        super("holdfast-redis-feed", LOGGER, connection.settings().shown(), AFTER_FAILURE, Duration.ZERO);
        this.connection = connection;
        this.warnings = warnings;
        this.reader = reader;
        this.queries = queries;
    }

    @Override
    protected List<Runnable> look() {
        boolean check = System.nanoTime() - nextCheck >= 0;
        List<Runnable> news = news(check);
        nextCheck = check ? System.nanoTime() + LOOK.toNanos() : nextCheck;
        return news;
    }

    private List<Runnable> news(boolean check) {
        RedisChangeListener hearing = listener;
        Set<Key> unannounced = hearing != null && check ? unannounced(hearing) : Set.of();
        if (hearing != null && (!hearing.open() || hearing.mustStartOver() || (check && missedSomething(hearing)))) {
            startOver();
            hearing = null;
        }
        boolean anew = false;
        if (hearing == null) {
            try {
                ask();
                hearing = RedisChangeListener.open(connection, this::isMeant, this::changed);
            } catch (StoreUnwritableException e) {
                warnings.add(e.getMessage() + " Changes are shown once a second until then.");
                return unheard();
            }
            listener = hearing;
            // What was given until now, the records themselves will show.
            given = reader.last();
            hearing.covers(given);
            known = given;
            checked = System.nanoTime();
            anew = true;
        }
        // Taken before anything is read: what changes after that is heard of again.
        Set<Key> changed = hearing.take();
        changed.addAll(unannounced);
        return news(anew ? null : wanted(changed), this);
    }

    /** Returns the records that were changed without a message since the last call. They count as heard of. */
    private Set<Key> unannounced(RedisChangeListener hearing) {
        Map<Key, Long> versions = reader.unannounced(known);
        for (long version : versions.values()) {
            known = Math.max(known, version);
        }
        hearing.covers(known);
        return versions.keySet();
    }

    /** Asks other clients to publish their changes. */
    private void ask() {
        asked = System.nanoTime();
        reader.listen(LISTEN);
    }

    /** Returns all records again whenever something changed; for a user without the right to subscribe. */
    private List<Runnable> unheard() {
        long last = reader.last();
        List<Runnable> news = news(last == given ? Set.of() : null, this);
        given = last;
        return news;
    }

    /** Returns whether no message has named a version that was given a second ago. */
    private boolean missedSomething(RedisChangeListener hearing) {
        if (System.nanoTime() - asked > LISTEN.toNanos() / 2) {
            ask();
        }
        long last = reader.last();
        boolean late = System.nanoTime() - checked > LATE.toNanos();
        boolean missed = late || last < given || given > hearing.newest();
        given = last;
        checked = System.nanoTime();
        return missed;
    }

    @Override
    public List<Entry> all(Query query) {
        List<Entry> all = new ArrayList<>();
        String after = "";
        while (true) {
            Page page = queries.query(query.after(after));
            all.addAll(page.entries());
            if (!page.more()) {
                return all;
            }
            after = page.entries().get(page.entries().size() - 1).key().name();
        }
    }

    @Override
    public Map<Key, Entry> read(Set<Key> keys) {
        return reader.read(keys).entries();
    }

    @Override
    protected void await(Semaphore signal) throws InterruptedException {
        pause(signal, LOOK);
    }

    @Override
    protected void startOver() {
        if (listener != null) {
            listener.close();
            listener = null;
        }
    }
}
