package dev.holdfast.store.sql.sqlite;

import dev.holdfast.StoreUnwritableException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** The layout of the file, and how to tell a file of ours from any other. */
final class SqliteSchema {
    /** Marks a file as ours, in its header: "Hold". */
    static final int APPLICATION = 0x486F6C64;

    static final int VERSION = 1;

    // name, owner, user, resource: bytes as Text makes them; CAST(name AS TEXT) shows them. Times: microseconds since
    // 1970.
    private static final List<String> TABLES = List.of(
            """
            CREATE TABLE record (
              kind TEXT NOT NULL,
              name BLOB NOT NULL,
              version INTEGER NOT NULL,
              stamp INTEGER NOT NULL,
              due INTEGER,
              owner BLOB, -- the first; others are in party
              user BLOB,
              parties INTEGER NOT NULL, -- how many others
              body TEXT NOT NULL,
              PRIMARY KEY (kind, name)
            ) WITHOUT ROWID""",
            "CREATE INDEX record_owner ON record (owner, kind) WHERE owner IS NOT NULL",
            "CREATE INDEX record_user ON record (user, kind) WHERE user IS NOT NULL",
            "CREATE INDEX record_due ON record (kind, due) WHERE due IS NOT NULL",
            """
            CREATE TABLE party (
              kind TEXT NOT NULL,
              name BLOB NOT NULL,
              role TEXT NOT NULL, -- owner or user
              id BLOB NOT NULL,
              PRIMARY KEY (kind, name, role, id)
            ) WITHOUT ROWID""",
            "CREATE INDEX party_id ON party (id, role, kind)",
            """
            CREATE TRIGGER record_deleted AFTER DELETE ON record WHEN OLD.parties > 0 BEGIN
              DELETE FROM party WHERE kind = OLD.kind AND name = OLD.name;
            END""",
            """
            CREATE TRIGGER record_updated AFTER UPDATE ON record WHEN OLD.parties > 0 BEGIN
              DELETE FROM party WHERE kind = OLD.kind AND name = OLD.name;
            END""",
            // What was done, newest last: a row for each commit, with what SqliteCommit says of it. The last number is
            // the
            // last version given, so this is never empty.
            """
            CREATE TABLE change (
              version INTEGER PRIMARY KEY, -- of the last group; those before it have the numbers before it
              stamp INTEGER NOT NULL,
              events INTEGER NOT NULL, -- how many
              groups TEXT NOT NULL
            )""");

    /** The locks as people and reports want them: a row for each hold. Times are UTC, to the millisecond. */
    private static final String VIEW = """
            CREATE VIEW app_lock AS
            SELECT
              h.lockable_id, h.owner_id, h.lock_type,
              strftime('%Y-%m-%d %H:%M:%f', h.since, 'unixepoch') AS acquired_at,
              strftime('%Y-%m-%d %H:%M:%f', (
                SELECT min(CASE l.key WHEN 'absolute' THEN h.since WHEN 'idle' THEN h.active ELSE h.seen END -- plus its hours, minutes and seconds
                  + iif(instr(l.value, 'H'), CAST(substr(l.value, 3) AS REAL), 0) * 3600
                  + iif(instr(l.value, 'M'), CAST(substr(l.value, max(instr(l.value, 'H'), 2) + 1) AS REAL), 0) * 60
                  + iif(instr(l.value, 'S'),
                    CAST(substr(l.value, max(instr(l.value, 'H'), instr(l.value, 'M'), 2) + 1) AS REAL), 0))
                FROM json_each(h.hold, '$.lease') l), 'unixepoch') AS expires_at,
              h.owner_name, h.user_id, h.fence, h.note, h.name
            FROM (
              SELECT
                CAST(r.name AS TEXT) AS lockable_id,
                json_extract(e.value, '$.owner.id') AS owner_id,
                coalesce(json_extract(e.value, '$.type'),
                  iif(json_extract(e.value, '$.mode') = 'SHARED', 'read', 'exclusive_write')) AS lock_type,
                coalesce(json_extract(e.value, '$.owner.name'), json_extract(e.value, '$.owner.id')) AS owner_name,
                coalesce(json_extract(e.value, '$.owner.user'), '') AS user_id,
                coalesce(nullif(json_extract(e.value, '$.fence'), 0), r.version) AS fence,
                coalesce(json_extract(e.value, '$.note'), '') AS note,
                r.name AS name,
                e.value AS hold,
                iif(json_extract(e.value, '$.since') = '@', r.stamp / 1000000.0,
                  (julianday(json_extract(e.value, '$.since')) - 2440587.5) * 86400) AS since,
                iif(coalesce(json_extract(e.value, '$.active'), json_extract(e.value, '$.since')) = '@', r.stamp / 1000000.0,
                  (julianday(coalesce(json_extract(e.value, '$.active'), json_extract(e.value, '$.since'))) - 2440587.5) * 86400)
                  AS active,
                iif(coalesce(json_extract(e.value, '$.seen'), json_extract(e.value, '$.since')) = '@', r.stamp / 1000000.0,
                  (julianday(coalesce(json_extract(e.value, '$.seen'), json_extract(e.value, '$.since'))) - 2440587.5) * 86400)
                  AS seen
              FROM record r, json_each(r.body, '$.holds') e
              WHERE r.kind = 'LOCK'
            ) h""";

    private SqliteSchema() {}

    /**
     * Makes sure that the file has our layout; lays out an empty one. A file that is not ours is left as it is.
     *
     * <p>After an exception the connection must be closed.
     *
     * @param seed the versions of a new file are larger, so that they also grow over the loss of the file
     */
    static void prepare(Connection connection, SqliteFile file, long seed) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            // In one transaction: another process may be laying it out right now.
            statement.execute("BEGIN");
            boolean empty = isEmpty(statement, file);
            statement.execute("COMMIT");
            BusyRetry.with(file.turn(), () -> useLog(statement, file));
            if (empty) {
                BusyRetry.with(file.turn(), () -> statement.execute("BEGIN IMMEDIATE"));
                if (isEmpty(statement, file)) {
                    layOut(statement, seed);
                }
                statement.execute("COMMIT");
            } else if (lacksView(statement)) {
                BusyRetry.with(file.turn(), () -> statement.execute("BEGIN IMMEDIATE"));
                if (lacksView(statement)) {
                    statement.execute(VIEW);
                }
                statement.execute("COMMIT");
            }
        }
    }

    /** Returns whether an earlier version made the file, without the view; anything else of that name is left as it is. */
    private static boolean lacksView(Statement statement) throws SQLException {
        return number(statement, "SELECT count(*) FROM sqlite_schema WHERE name = 'app_lock'") == 0;
    }

    /** Fails if the file does not have our layout; else it is true. */
    static boolean require(Connection connection, SqliteFile file) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return require(statement, file);
        }
    }

    static boolean require(Statement statement, SqliteFile file) throws SQLException {
        if (isEmpty(statement, file)) {
            throw new StoreUnwritableException(
                    file.path() + " is empty: open it as a store before the application joins it.", null);
        }
        return true;
    }

    private static void layOut(Statement statement, long seed) throws SQLException {
        for (String table : TABLES) {
            statement.execute(table);
        }
        statement.execute(VIEW);
        statement.execute(
                "INSERT INTO change (version, stamp, events, groups) VALUES (" + Math.max(seed, 0) + ", 0, 0, '[]')");
        statement.execute("PRAGMA application_id = " + APPLICATION);
        statement.execute("PRAGMA user_version = " + VERSION);
    }

    /** Returns whether the file has nothing in it yet; if it has, it is ours. */
    private static boolean isEmpty(Statement statement, SqliteFile file) throws SQLException {
        long application = number(statement, "PRAGMA application_id");
        long version = number(statement, "PRAGMA user_version");
        if (application == 0 && version == 0 && number(statement, "SELECT count(*) FROM sqlite_schema") == 0) {
            return true;
        }
        if (application != APPLICATION) {
            throw new StoreUnwritableException(
                    file.path()
                            + " is a database of another program: name a file of its own for the locks; tables of yours can be"
                            + " made in it afterwards.",
                    null);
        }
        if (version > VERSION) {
            throw new StoreUnwritableException(
                    file.path() + " was laid out by a newer Holdfast (layout " + version + ", this one knows " + VERSION
                            + "): update this one.",
                    null);
        }
        return false;
    }

    private static void useLog(Statement statement, SqliteFile file) throws SQLException {
        try (ResultSet mode = statement.executeQuery("PRAGMA journal_mode = WAL")) {
            if (!mode.next() || !"wal".equals(mode.getString(1))) {
                throw new StoreUnwritableException(
                        file.path()
                                + " lies where SQLite cannot keep a write-ahead log: choose a place on a local disk.",
                        null);
            }
        }
    }

    private static long number(Statement statement, String query) throws SQLException {
        try (ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getLong(1) : 0;
        }
    }
}
