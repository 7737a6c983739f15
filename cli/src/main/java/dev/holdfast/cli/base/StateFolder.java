package dev.holdfast.cli.base;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The folder for decisions and other state of the user, which the user does not edit and which belongs to no project. */
public final class StateFolder {
    private StateFolder() {}

    /** Returns Holdfast's part of it, which need not exist. */
    public static Path of(Environment environment) {
        Path named = absolute(environment.variable("XDG_STATE_HOME"));
        return (named == null ? home(environment).resolve(".local/state") : named).resolve("holdfast");
    }

    private static Path home(Environment environment) {
        Path home = absolute(environment.variable("HOME"));
        return home == null ? Path.of(System.getProperty("user.home")) : home;
    }

    /** Returns the path if it is absolute, else null: a relative one would lead into the folder of the call, maybe a stranger's. */
    private static @Nullable Path absolute(@Nullable String text) {
        try {
            Path path = text == null ? null : Path.of(text);
            return path != null && path.isAbsolute() ? path : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }
}
