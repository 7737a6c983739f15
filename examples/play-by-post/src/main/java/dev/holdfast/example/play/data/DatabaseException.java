package dev.holdfast.example.play.data;

import java.sql.SQLException;

/** The database did not do it; nothing was changed. */
public final class DatabaseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DatabaseException(SQLException cause) {
        super("The game's database did not do it, and nothing was changed: " + cause.getMessage(), cause);
    }
}
