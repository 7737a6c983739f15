package dev.holdfast.cli.base;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A folder of the user's own that belongs to no project. */
public enum UserFolder {
    /** Decisions and other state that the user does not edit. */
    STATE("XDG_STATE_HOME", ".local/state");

    private final String variable;
    private final String byDefault;

    UserFolder(String variable, String byDefault) {
        this.variable = variable;
        this.byDefault = byDefault;
    }

    /** Returns Holdfast's part of it, which need not exist. */
    public Path of(Environment environment) {
        Path named = absolute(environment.variable(variable));
        return (named == null ? home(environment).resolve(byDefault) : named).resolve("holdfast");
    }

    private static Path home(Environment environment) {
        Path home = absolute(environment.variable("HOME"));
        return home == null ? Path.of(System.getProperty("user.home")) : home;
    }

    /**
     * Returns the path if it is absolute, else null. A relative one would lead into the folder of the call, which may be a
     * stranger's.
     */
    private static @Nullable Path absolute(@Nullable String text) {
        try {
            Path path = text == null ? null : Path.of(text);
            return path != null && path.isAbsolute() ? path : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }
}
