package dev.holdfast.store.sql.shared;

import dev.holdfast.internal.storage.ChangeFeed;
import dev.holdfast.spi.Key;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The changes, found by looking at intervals. Commits are numbered, but not committed in the order of their numbers: a missing
 * one is looked for until it is there. For those that come later still, all records are read now and then.
 */
public final class NumberedChangeLog extends ChangeLog {
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Duration LIVELY_LOOK = Duration.ofMillis(3);
    /** After this time all records are looked at, and numbers that are missing are given up. */
    private static final Duration WHOLE = Duration.ofMinutes(5);

    private static final int MAX_MISSING = 1000;

    /** The numbers below the last one seen that have not been seen. */
    private final Set<Long> missing = new TreeSet<>();

    private long last = -1;
    private long whole;

    private final Sql sql;
    private final long kept;

    /**
     * Takes over the connection.
     *
     * @param kept how many numbers the list of changes has at least
     */
    public NumberedChangeLog(Connection connection, Lookups lookups, Sql sql, long kept) {
        super(connection, lookups);
        this.sql = sql;
        this.kept = kept;
    }

    /**
     * The list of changes in the SQL of an engine.
     *
     * @param table its name
     * @param number its column of numbers
     * @param told the text of a commit, of which that up to {@link CommitText#EVENTS} is enough if it is quiet
     */
    public record Sql(String table, String number, String told) {}

    @Override
    protected @Nullable Set<Key> changed() throws SQLException {
        long now = System.nanoTime();
        if (last < 0 || missing.size() > MAX_MISSING || now - whole > WHOLE.toNanos()) {
            begin();
            whole = now;
            return null;
        }
        Set<Key> keys = new LinkedHashSet<>();
        boolean readable = true;
        boolean skipped = false;
        long before = last;
        try (PreparedStatement statement = connection()
                .prepareStatement("SELECT " + sql.number() + ", " + sql.told() + " FROM " + sql.table() + " WHERE "
                        + sql.number() + " > ?" + late() + " ORDER BY " + sql.number())) {
            statement.setLong(1, last);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    skipped |= row.getLong(1) > before + 1 && last == before;
                    saw(row.getLong(1));
                    readable &= add(row.getString(2), keys);
                }
            }
        }
        if (!readable
                || missing.size() > MAX_MISSING
                || last - before > kept / 2
                || (skipped && isShortenedTo(before))) {
            begin();
            return null;
        }
        return keys;
    }

    /** Returns whether all up to that change is not listed any more, and so perhaps not what came after it either. */
    private boolean isShortenedTo(long version) throws SQLException {
        try (PreparedStatement statement =
                        connection().prepareStatement("SELECT MIN(" + sql.number() + ") FROM " + sql.table());
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1) > version;
        }
    }

    /** Remembers where the list of changes ends, before all records are looked at. Those that are not there yet come later. */
    private void begin() throws SQLException {
        missing.clear();
        try (PreparedStatement statement = connection()
                        .prepareStatement("SELECT " + sql.number() + " FROM " + sql.table() + " ORDER BY "
                                + sql.number() + " DESC LIMIT " + MAX_MISSING);
                ResultSet row = statement.executeQuery()) {
            long next = -1;
            last = 0;
            while (row.next()) {
                long version = row.getLong(1);
                last = Math.max(last, version);
                for (long gap = version + 1; next > 0 && gap < next && missing.size() < MAX_MISSING; gap++) {
                    missing.add(gap);
                }
                next = version;
            }
        }
    }

    private String late() {
        return missing.isEmpty()
                ? ""
                : " OR " + sql.number() + " IN ("
                        + missing.stream().map(String::valueOf).collect(Collectors.joining(",")) + ")";
    }

    private void saw(long version) {
        if (version <= last) {
            missing.remove(version);
            return;
        }
        for (long gap = last + 1; last > 0 && gap < version && missing.size() <= MAX_MISSING; gap++) {
            missing.add(gap);
        }
        last = version;
    }

    @Override
    protected void await(Semaphore wake, boolean lively) throws InterruptedException {
        ChangeFeed.pause(wake, lively ? LIVELY_LOOK : LOOK);
    }
}
