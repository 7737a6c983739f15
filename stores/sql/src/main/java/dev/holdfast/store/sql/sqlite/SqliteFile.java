package dev.holdfast.store.sql.sqlite;

import dev.holdfast.StoreUnreachableException;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.internal.base.FileRights;
import dev.holdfast.internal.process.FileLockHolder;
import dev.holdfast.internal.process.FileLockWait;
import dev.holdfast.internal.process.LocalFileSystem;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteOpenMode;

/** The file of one store: there once made, the same for as long as it is used, and every connection to it set up alike. */
final class SqliteFile {
    /** Pages in the log before they are moved into the file: 8 MiB. */
    private static final int LOG_PAGES = 2000;

    private static final Duration LOOK = Duration.ofMillis(10);
    private static final int LOG_BYTES_KEPT = 16 << 20;
    private static final int CACHE_KIB = 16 << 10;

    private final Path path;
    private final Duration timeout;
    private final Duration longest;
    private final @Nullable Object identity;
    /** Null until it is first needed. */
    private volatile @Nullable Boolean local;

    private volatile long looked = System.nanoTime();

    private SqliteFile(Path path, Duration timeout, Duration longest, @Nullable Object identity) {
        this.path = path;
        this.timeout = timeout;
        this.longest = longest;
        this.identity = identity;
    }

    /**
     * Returns the file at that absolute path, made with its folders if it is not there.
     *
     * @param timeout how long to wait for another process that writes without an end
     */
    static SqliteFile at(Path path, Duration timeout) {
        if (Files.isDirectory(path)) {
            throw new StoreUnwritableException(path + " is a folder: name a file in it, such as locks.db.", null);
        }
        try {
            create(path);
            return new SqliteFile(path, timeout, FileLockWait.MAX_WAIT, identity(path));
        } catch (IOException e) {
            throw new StoreUnwritableException(
                    path + " cannot be made (" + e.getMessage()
                            + "): give this user the right to write its folder, or choose another place.",
                    e);
        }
    }

    /** Returns the file that a connection of the application has open; it is not touched. */
    static SqliteFile opened(Path path, Duration timeout) {
        try {
            return new SqliteFile(path, timeout, timeout, identity(path));
        } catch (IOException e) {
            throw removed(path, e);
        }
    }

    // The driver probes for a missing file by creating and deleting it, and would delete what another process just
    // opened.
    // One at a time, because closing a file drops every lock that this process has on it.
    private static synchronized void create(Path path) throws IOException {
        Path folder = path.getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            Files.createDirectories(folder, FileRights.ofFolder());
            FileRights.share(folder);
        }
        if (!Files.exists(path)) {
            try {
                // The engine gives the files beside it, -wal and -shm, the same rights.
                Files.createFile(path, FileRights.ofFile());
                FileRights.share(path);
            } catch (FileAlreadyExistsException e) {
                // another process was faster
                return;
            }
        }
    }

    Path path() {
        return path;
    }

    /** Returns whether the file is in a local file system. */
    boolean isLocal() {
        Boolean known = local;
        if (known == null) {
            known = LocalFileSystem.isLocal(path);
            local = known;
        }
        return known;
    }

    Duration timeout() {
        return timeout;
    }

    /** Returns a rule for how long to wait for the write lock. */
    FileLockWait turn() {
        return new FileLockWait(timeout, longest, System::nanoTime, this::progress);
    }

    /** Returns a number that changes when another process has written, or has the write lock. */
    private long progress() {
        long log = beside("-wal").toFile().lastModified();
        return 31 * (31 * path.toFile().lastModified() + log)
                + writer().map(FileLockHolder::pid).orElse(0L);
    }

    /** Returns the other process that has the write lock, as far as that can be known. */
    Optional<FileLockHolder> writer() {
        return FileLockHolder.of(beside("-shm"), path);
    }

    private Path beside(String suffix) {
        return path.resolveSibling(path.getFileName() + suffix);
    }

    SQLiteConnection connect() throws SQLException {
        requireSameNow();
        SQLiteConfig config = new SQLiteConfig();
        config.resetOpenMode(SQLiteOpenMode.CREATE);
        config.setBusyTimeout((int) timeout.toMillis());
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setGetGeneratedKeys(false);
        SQLiteConnection connection = (SQLiteConnection) config.createConnection("jdbc:sqlite:" + path);
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA fullfsync = ON");
            statement.execute("PRAGMA checkpoint_fullfsync = ON");
            statement.execute("PRAGMA wal_autocheckpoint = " + LOG_PAGES);
            statement.execute("PRAGMA journal_size_limit = " + LOG_BYTES_KEPT);
            statement.execute("PRAGMA cache_size = -" + CACHE_KIB);
            // Transactions are begun and ended by statements of our own. The flag alone, without the begin that setting
            // it on
            // the connection would run, keeps the driver from adding an empty transaction to every statement.
            connection.getConnectionConfig().setAutoCommit(false);
            return connection;
        } catch (SQLException e) {
            close(connection);
            throw e;
        }
    }

    /** Closes a connection and ignores errors: all that was committed is in the log, where the next process finds it. */
    static void close(SQLiteConnection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            return;
        }
    }

    /**
     * Fails if the file at the path is not the one that was opened: others would not see what is written to this one. Looks at
     * most a hundred times a second.
     */
    void requireSame() {
        long now = System.nanoTime();
        if (now - looked < LOOK.toNanos()) {
            return;
        }
        requireSameNow();
        looked = now;
    }

    private void requireSameNow() {
        Object now;
        try {
            now = identity(path);
        } catch (IOException e) {
            throw removed(path, e);
        }
        if (!Objects.equals(now, identity)) {
            throw new StoreUnreachableException(
                    path + " was replaced while it was in use, and the locks in it with it: open the store again.",
                    null);
        }
    }

    private static StoreUnreachableException removed(Path path, IOException e) {
        return new StoreUnreachableException(
                path + " was removed while it was in use, and the locks in it with it: open the store again.", e);
    }

    private static @Nullable Object identity(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }
}
