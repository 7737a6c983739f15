package dev.holdfast.engines;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The data of a new MariaDB server: one empty database, {@code locks}, and a user who may do everything, {@code holdfast}. */
final class MariaData {
    static final String DATABASE = "locks";
    static final String USER = "holdfast";
    /** To be counted up when the content below changes. */
    private static final int REVISION = 1;

    private MariaData() {}

    /** Puts the data into that folder, which does not exist yet. */
    static void copy(Path data) {
        MariaPrograms.folder(); // the programs come first: one lock at a time
        String name = "mariadb-data-" + REVISION + "-" + MariaPrograms.version();
        Prepared.copy(Prepared.folder(name, MariaData::fill).resolve("data"), data);
    }

    private static void fill(Path folder) throws IOException {
        Files.createDirectory(folder.resolve("data"));
        Path script = Files.writeString(
                folder.resolve("first.sql"),
                MariaPrograms.systemTables()
                        + "FLUSH PRIVILEGES;\n"
                        + "CREATE DATABASE " + DATABASE + " CHARACTER SET utf8mb4;\n"
                        + "CREATE USER " + USER + "@localhost IDENTIFIED BY '" + Wires.PASSWORD + "';\n"
                        + "GRANT ALL ON *.* TO " + USER + "@localhost WITH GRANT OPTION;\n");
        List<String> command = MariaServer.command(folder);
        command.add("--bootstrap");
        ServerProcess.run(command, folder.resolve("first.log"), script);
    }
}
