package dev.holdfast.example.play;

import java.time.InstantSource;

/**
 * The options of the game.
 *
 * @param database {@code sqlite:FILE} or {@code postgresql://…}
 * @param port 0 for any that is free
 * @param clock of a database that has none of its own
 * @param demo whether an empty database is filled with people and scenes to try it with
 */
public record PlayOptions(String database, int port, InstantSource clock, boolean demo) {
    public static final int DEFAULT_PORT = 7430;

    public static PlayOptions at(String database) {
        return new PlayOptions(database, DEFAULT_PORT, InstantSource.system(), false);
    }

    public PlayOptions port(int newPort) {
        return new PlayOptions(database, newPort, clock, demo);
    }

    public PlayOptions clock(InstantSource newClock) {
        return new PlayOptions(database, port, newClock, demo);
    }

    public PlayOptions demo(boolean newDemo) {
        return new PlayOptions(database, port, clock, newDemo);
    }
}
