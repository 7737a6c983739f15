package dev.holdfast.store.sql.h2;

import dev.holdfast.internal.base.StoreLocation;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The place of a database that this process has open itself.
 *
 * @param file without H2's ending, or null for a database in memory
 * @param name of a database in memory, or empty
 */
record H2Place(@Nullable Path file, String name) {
    private static final String SCHEME = "h2:";
    private static final String MEMORY = SCHEME + "mem:";
    private static final String ENDING = ".mv.db";
    private static final String EXAMPLE =
            "Write h2:locks or h2:/var/lib/app/locks for a file, h2:mem:locks for the memory"
                    + " of this process, or h2://user:password@host:9092/locks for a server.";
    /** What H2's own addresses give a meaning: an option begins with a semicolon, and may run a script. */
    private static final Pattern OPTIONS = Pattern.compile("[;?*\\p{Cntrl}]");

    private static final Pattern PREFIX = Pattern.compile("[A-Za-z][A-Za-z0-9]+:.*", Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,100}");
    /** Without H2's file of failures: it has statements in it, and other users may read it. */
    private static final String SETTINGS =
            ";LOCK_TIMEOUT=100;DB_CLOSE_ON_EXIT=FALSE;QUERY_CACHE_SIZE=64;TRACE_LEVEL_FILE=0";

    /** @throws IllegalArgumentException if the address makes no sense; the message shows some that do */
    static H2Place parse(String address) {
        if (address.startsWith(MEMORY)) {
            String name = address.substring(MEMORY.length());
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException("'" + StoreLocation.of(address)
                        + "' has to name its database with letters, digits, dots and dashes. " + EXAMPLE);
            }
            return new H2Place(null, name);
        }
        if (!address.startsWith(SCHEME)) {
            throw new IllegalArgumentException(
                    "'" + StoreLocation.of(address) + "' does not begin with h2:. " + EXAMPLE);
        }
        String file = address.substring(SCHEME.length());
        if (file.isBlank()
                || PREFIX.matcher(file).matches()
                || OPTIONS.matcher(file).find()) {
            throw new IllegalArgumentException(
                    "'" + StoreLocation.of(address) + "' does not name a plain file. " + EXAMPLE);
        }
        try {
            String plain = file.endsWith(ENDING) ? file.substring(0, file.length() - ENDING.length()) : file;
            return new H2Place(path(plain), "");
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException(
                    "'" + StoreLocation.of(address) + "' is not a file name here. " + EXAMPLE, e);
        }
    }

    private static Path path(String file) {
        Path path = Path.of(file).toAbsolutePath().normalize();
        if (path.getFileName() == null) {
            throw new IllegalArgumentException("'" + SCHEME + file + "' names a folder. " + EXAMPLE);
        }
        return path;
    }

    /**
     * Returns the address for the driver. A database in memory lives until the process ends. An interrupted thread would close a
     * file that is not opened by {@code async:}.
     */
    String jdbcUrl() {
        return file == null
                ? "jdbc:h2:mem:" + name + SETTINGS + ";DB_CLOSE_DELAY=-1"
                : "jdbc:h2:async:" + file + SETTINGS;
    }

    /** Returns the file that H2 keeps, or null for a database in memory. */
    @Nullable
    Path dataFile() {
        return file == null ? null : file.resolveSibling(file.getFileName() + ENDING);
    }

    /** Returns how to open it again. */
    @Override
    public String toString() {
        return file == null ? MEMORY + name : SCHEME + file;
    }
}
