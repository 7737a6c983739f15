package dev.holdfast.store.sql.shared;

import java.util.Arrays;
import java.util.List;

/** A library that some stores need. An application adds those of its own engine, and gets no others. */
public enum Library {
    H2("org.h2.Driver", "com.h2database:h2"),
    HIKARI("com.zaxxer.hikari.HikariDataSource", "com.zaxxer:HikariCP"),
    MARIADB("org.mariadb.jdbc.MariaDbDataSource", "org.mariadb.jdbc:mariadb-java-client"),
    POSTGRESQL("org.postgresql.PGConnection", "org.postgresql:postgresql"),
    SQLITE("org.sqlite.SQLiteConnection", "org.xerial:sqlite-jdbc");

    private final String type;
    private final String coordinates;

    Library(String type, String coordinates) {
        this.type = type;
        this.coordinates = coordinates;
    }

    /**
     * Checks that the libraries are on the class path.
     *
     * @param engine the name of the database, for the message
     * @throws IllegalArgumentException if one is not; the message names the Maven dependencies to add
     */
    public static void require(String engine, Library... needed) {
        List<String> missing = Arrays.stream(needed)
                .filter(library -> !library.isThere())
                .map(library -> library.coordinates)
                .toList();
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException("Locks in " + engine + " need "
                    + (missing.size() == 1
                            ? "a library that is not on the class path: add the Maven dependency "
                            : "libraries that are not on the class path: add the Maven dependencies ")
                    + String.join(" and ", missing) + ".");
        }
    }

    private boolean isThere() {
        try {
            Class.forName(type, false, Library.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
