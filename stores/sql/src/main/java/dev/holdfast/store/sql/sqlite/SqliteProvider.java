package dev.holdfast.store.sql.sqlite;

import dev.holdfast.internal.base.StoreLocation;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.store.sql.shared.Library;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Set;

/** Opens {@code sqlite:<file>}: a SQLite database of its own, made on demand. */
public final class SqliteProvider implements StoreProvider {
    private static final String SCHEME = "sqlite";
    private static final String EXAMPLE = "Write sqlite:locks.db or sqlite:/var/lib/app/locks.db.";

    @Override
    public Set<String> schemes() {
        return Set.of(SCHEME);
    }

    @Override
    public LockStore open(String address, InstantSource clock) {
        Path path = path(address);
        Library.require("SQLite", Library.SQLITE);
        return SqliteLockStore.open(path, clock);
    }

    static Path path(String address) {
        if (!address.startsWith(SCHEME + ":")) {
            throw new IllegalArgumentException(
                    "'" + StoreLocation.of(address) + "' does not begin with sqlite:. " + EXAMPLE);
        }
        String file = address.substring(SCHEME.length() + 1);
        if (file.isBlank()) {
            throw new IllegalArgumentException("'" + StoreLocation.of(address) + "' names no file. " + EXAMPLE);
        }
        if (file.startsWith(":") || file.startsWith("file:")) {
            throw new IllegalArgumentException("'" + StoreLocation.of(address)
                    + "' does not name a plain file, and a database in memory would be lost with the process. "
                    + EXAMPLE
                    + " For one process without a file, write memory:.");
        }
        if (file.indexOf('?') >= 0) {
            throw new IllegalArgumentException("'" + StoreLocation.of(address)
                    + "' has a question mark, which SQLite's driver takes for options. " + EXAMPLE);
        }
        try {
            return Path.of(file).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException(
                    "'" + StoreLocation.of(address) + "' is not a file name here. " + EXAMPLE, e);
        }
    }
}
