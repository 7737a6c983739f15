package dev.holdfast.example.play.data;

/** Rows of {@code compose_locks} that no lock stands behind: removed once their time is up. */
public final class Strays {
    private final Database database;

    public Strays(Database database) {
        this.database = database;
    }

    /** Removes those whose time is up. Returns how many there were. */
    public int clear() {
        return database.inTransaction(rows -> rows.change(
                "DELETE FROM compose_locks WHERE lock_id IN (SELECT s.lock_id FROM compose_strays s WHERE s.expires_at < "
                        + database.moment() + ")",
                database.now()));
    }
}
