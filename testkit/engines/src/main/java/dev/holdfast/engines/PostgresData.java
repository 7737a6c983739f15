package dev.holdfast.engines;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The data of a new PostgreSQL server: its superuser, {@code postgres}, and one empty database, {@code locks}. */
final class PostgresData {
    static final String DATABASE = "locks";
    static final String USER = "postgres";
    /** To be counted up when the content below changes. */
    private static final int REVISION = 1;

    private PostgresData() {}

    /** Puts the data into that folder, which does not exist yet. */
    static void copy(Path data) {
        String name = "postgresql-data-" + REVISION + "-" + PostgresBinaries.version();
        PostgresBinaries.command("postgres", List.of()); // the programs come first: one lock at a time
        Prepared.copy(Prepared.folder(name, PostgresData::fill).resolve("data"), data);
    }

    private static void fill(Path folder) throws IOException {
        Path data = folder.resolve("data");
        Path password = Files.writeString(folder.resolve("password"), Wires.PASSWORD);
        ServerProcess.run(
                PostgresBinaries.command(
                        "initdb",
                        List.of(
                                "--pgdata=" + data,
                                "--username=" + USER,
                                "--pwfile=" + password,
                                "--auth=scram-sha-256",
                                "--encoding=UTF8",
                                "--no-locale",
                                "--no-sync")),
                folder.resolve("initdb.log"));
        Path script = Files.writeString(folder.resolve("first.sql"), "CREATE DATABASE " + DATABASE + "\n");
        ServerProcess.run(
                PostgresBinaries.command("postgres", List.of("--single", "-F", "-D", data.toString(), "postgres")),
                folder.resolve("first.log"),
                script);
    }
}
