package dev.holdfast.cli.run;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.Environment;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Looks whether there is a program to run before anything is locked for it. */
final class Program {
    static final int NOT_EXECUTABLE = 126;
    static final int NOT_FOUND = 127;

    private Program() {}

    /** @throws CommandFailure with the exit code that shells have for it */
    static void require(String name, Environment environment) {
        boolean named = name.indexOf('/') >= 0 || name.indexOf(File.separatorChar) >= 0;
        String path = named ? "" : environment.variable("PATH");
        if (path == null || (!named && File.separatorChar != '/')) {
            return; // the system knows more places than we do
        }
        Path unusable = null;
        for (String place : path.split(File.pathSeparator, -1)) {
            Path file = resolve(environment.folder(), place, name);
            if (file != null && Files.isExecutable(file) && !Files.isDirectory(file)) {
                return;
            }
            unusable = unusable == null && file != null && Files.exists(file) ? file : unusable;
        }
        if (unusable != null) {
            throw new CommandFailure(
                    NOT_EXECUTABLE,
                    Files.isDirectory(unusable)
                            ? unusable + " is a folder, not a command; nothing was locked."
                            : unusable + " may not be executed: chmod +x makes it a command; nothing was locked.");
        }
        throw new CommandFailure(
                NOT_FOUND, "There is no command '" + name + "': check its spelling and PATH; nothing was locked.");
    }

    private static @Nullable Path resolve(Path folder, String place, String name) {
        try {
            return folder.resolve(place).resolve(name);
        } catch (InvalidPathException e) {
            return null;
        }
    }
}
