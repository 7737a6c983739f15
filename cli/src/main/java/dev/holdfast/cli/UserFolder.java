package dev.holdfast.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A folder of the user's own that belongs to no project. */
public enum UserFolder {
    /** Decisions and other state that the user does not edit. */
    STATE("XDG_STATE_HOME", ".local/state");

    private final String variable;
    private final String usual;

    UserFolder(String variable, String usual) {
        this.variable = variable;
        this.usual = usual;
    }

    /** Returns Holdfast's part of it, which need not exist. */
    public Path of(Surroundings surroundings) {
        Path named = absolute(surroundings.variable(variable));
        return (named == null ? home(surroundings).resolve(usual) : named).resolve("holdfast");
    }

    private static Path home(Surroundings surroundings) {
        Path home = absolute(surroundings.variable("HOME"));
        return home == null ? Path.of(System.getProperty("user.home")) : home;
    }

    /** A relative path would lead into whatever folder the command was called in, which may be a stranger's. */
    private static @Nullable Path absolute(@Nullable String text) {
        try {
            Path path = text == null ? null : Path.of(text);
            return path != null && path.isAbsolute() ? path : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }
}
