package dev.holdfast.cli.base;

import dev.holdfast.internal.base.FileRights;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder for data of the user that belongs to no project. */
public final class DataFolder {
    private DataFolder() {}

    /** Returns Holdfast's data folder, and creates it if it is missing. */
    public static Path of(Environment environment) {
        Path folder = base(environment, System.getProperty("os.name", "")).resolve("holdfast");
        try {
            return Files.createDirectories(folder, FileRights.ofFolder());
        } catch (IOException e) {
            throw CommandFailure.unwritable("The folder " + folder + " cannot be made (" + e.getMessage()
                    + "): name another store for the locks with --store.");
        }
    }

    static Path base(Environment environment, String system) {
        if (system.startsWith("Windows")) {
            String local = environment.variable("LOCALAPPDATA");
            return local == null ? environment.home().resolve("AppData/Local") : Path.of(local);
        } else if (system.startsWith("Mac")) {
            return environment.home().resolve("Library/Application Support");
        }
        String data = environment.variable("XDG_DATA_HOME");
        return data == null ? environment.home().resolve(".local/share") : Path.of(data);
    }
}
