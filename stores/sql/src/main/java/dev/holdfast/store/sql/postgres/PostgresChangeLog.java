package dev.holdfast.store.sql.postgres;

import dev.holdfast.HoldId;
import dev.holdfast.spi.Group.Audience;
import dev.holdfast.spi.Key;
import dev.holdfast.store.sql.shared.ChangeLog;
import dev.holdfast.store.sql.shared.CommitText;
import dev.holdfast.store.sql.shared.Lookups;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * The changes, found on a connection that listens. It remembers which transactions were over when it last looked: all others
 * are new to it, even those that began long ago and were committed late. A notification only makes it look now; it looks every
 * second all the same. For quiet changes there is none; that of a hand-over names its receiver.
 */
final class PostgresChangeLog extends ChangeLog {
    private static final Duration GLANCE = Duration.ofMillis(20);
    /** For so long the list of changes keeps what was committed. */
    private static final Duration KEPT = Duration.ofSeconds(5);

    private static final Duration REGISTER = Duration.ofSeconds(20);

    private final PostgresSchema schema;
    private final String id = UUID.randomUUID().toString();
    private final PGConnection notifications;
    private @Nullable String seen;
    private long looked;
    private long registered;

    /** @throws SQLException then the connection is closed */
    PostgresChangeLog(Connection connection, PostgresSchema schema, Lookups lookups) throws SQLException {
        super(connection, lookups);
        this.schema = schema;
        try {
            notifications = connection.unwrap(PGConnection.class);
            register();
            execute("LISTEN holdfast");
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    /** Registers this listener. Without one, clients that change records need not notify. */
    private void register() throws SQLException {
        execute("DELETE FROM holdfast.listener WHERE until < clock_timestamp()");
        execute("INSERT INTO holdfast.listener VALUES ('" + id + "', clock_timestamp() + interval '60 seconds')"
                + " ON CONFLICT (id) DO UPDATE SET until = excluded.until");
        registered = System.nanoTime();
    }

    private void execute(String sql) throws SQLException {
        try (PreparedStatement statement = connection().prepareStatement(schema.in(sql))) {
            statement.execute();
        }
    }

    @Override
    protected @Nullable Set<Key> changed() throws SQLException {
        if (System.nanoTime() - registered > REGISTER.toNanos()) {
            register();
        }
        long now = System.nanoTime();
        boolean late = seen == null || now - looked > KEPT.toNanos() / 2;
        Set<Key> keys = new LinkedHashSet<>();
        boolean readable = true;
        try (PreparedStatement statement = connection()
                .prepareStatement(schema.in("SELECT DISTINCT s.now::text, CASE WHEN c.groups LIKE '" + CommitText.QUIET
                        + "%' THEN split_part(c.groups, '" + CommitText.EVENTS
                        + "', 1) ELSE c.groups END FROM (SELECT pg_current_snapshot() AS now, ?::pg_snapshot AS seen) s"
                        + " LEFT JOIN holdfast.change c ON c.xact >= pg_snapshot_xmin(s.seen)"
                        + " AND NOT pg_visible_in_snapshot(c.xact, s.seen)"))) {
            statement.setString(1, late ? null : seen);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    seen = row.getString(1);
                    String groups = row.getString(2);
                    readable &= groups == null || add(groups, keys);
                }
            }
        }
        looked = now;
        return late || !readable ? null : keys;
    }

    @Override
    protected void await(Semaphore wake, boolean lively) throws SQLException, InterruptedException {
        long end = System.nanoTime() + nanosLeft();
        while (System.nanoTime() - end < 0) {
            if (wake.tryAcquire()) {
                wake.drainPermits();
                return;
            }
            // Looks at the socket alone; nothing is sent.
            for (PGNotification notification : notifications.getNotifications((int) GLANCE.toMillis())) {
                if (isMeant(audience(notification.getParameter()))) {
                    return;
                }
            }
        }
    }

    /** Returns the audience that a notification names: one waiter, or all. */
    private static Audience audience(String claim) {
        try {
            return claim.isEmpty() ? Audience.EVERYONE : Audience.of(HoldId.parse(claim));
        } catch (IllegalArgumentException e) {
            return Audience.EVERYONE; // a newer Holdfast sent it
        }
    }

    @Override
    public void close() {
        try {
            execute("UNLISTEN *");
            execute("DELETE FROM holdfast.listener WHERE id = '" + id + "'");
        } catch (SQLException e) {
            return; // it is gone, and what it left expires
        } finally {
            super.close();
        }
    }
}
