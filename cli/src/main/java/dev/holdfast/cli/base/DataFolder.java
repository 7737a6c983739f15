package dev.holdfast.cli.base;

import dev.holdfast.internal.base.FileRights;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

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
        String home = home(environment);
        if (system.startsWith("Windows")) {
            String local = environment.variable("LOCALAPPDATA");
            return local == null ? Path.of(home, "AppData", "Local") : Path.of(local);
        } else if (system.startsWith("Mac")) {
            return Path.of(home, "Library", "Application Support");
        }
        String data = environment.variable("XDG_DATA_HOME");
        return data == null ? Path.of(home, ".local", "share") : Path.of(data);
    }

    private static String home(Environment environment) {
        @Nullable String home = environment.variable("HOME");
        return home == null ? System.getProperty("user.home") : home;
    }
}
