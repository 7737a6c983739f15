package dev.holdfast.example.play.data;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Those who play, and their sessions. */
public final class People {
    private final Database database;

    public People(Database database) {
        this.database = database;
    }

    public List<User> all() {
        return database.read(rows -> rows.list(People::user, "SELECT id, name FROM users ORDER BY name"));
    }

    public Optional<User> byId(String id) {
        return database.read(rows -> rows.first(People::user, "SELECT id, name FROM users WHERE id = ?", id));
    }

    /** Adds a user; empty if the name is taken. */
    public Optional<User> add(String name) {
        User user = new User(UUID.randomUUID().toString(), name);
        int added = database.inTransaction(rows -> rows.change(
                "INSERT INTO users (id, name) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", user.id(), user.name()));
        return added == 0 ? Optional.empty() : Optional.of(user);
    }

    /** Removes a user, with all scenes that the user leads, all characters, and their locks and drafts. */
    public void remove(String id) {
        database.inTransaction(rows -> rows.change("DELETE FROM users WHERE id = ?", id));
    }

    /** Begins a session with a hash. */
    public void signIn(String hash, String userId) {
        database.inTransaction(rows -> rows.change("INSERT INTO sessions (hash, user_id) VALUES (?, ?)", hash, userId));
    }

    public void signOut(String hash) {
        database.inTransaction(rows -> rows.change("DELETE FROM sessions WHERE hash = ?", hash));
    }

    /** Returns the user of a session that has not ended. */
    public Optional<User> ofSession(String hash) {
        return database.read(rows -> rows.first(
                People::user,
                "SELECT u.id, u.name FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.hash = ?",
                hash));
    }

    private static User user(ResultSet row) throws SQLException {
        return new User(row.getString(1), row.getString(2));
    }
}
