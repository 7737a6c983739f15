package dev.holdfast.example.play.data;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Scenes and their characters. */
public final class Stage {
    private static final String SCENE = "SELECT s.id, s.title, s.game_master, s.one_at_a_time FROM scenes s";
    private static final String ROLE = "SELECT c.id, c.scene_id, c.user_id, c.name FROM characters c";

    private final Database database;

    public Stage(Database database) {
        this.database = database;
    }

    /** Returns the scenes that a user leads or plays in. */
    public List<Scene> scenesOf(String userId) {
        return database.read(rows -> rows.list(
                Stage::scene,
                SCENE + " WHERE s.game_master = ? OR s.id IN (SELECT c.scene_id FROM characters c WHERE c.user_id = ?)"
                        + " ORDER BY s.title, s.id",
                userId,
                userId));
    }

    public Optional<Scene> scene(String id) {
        return database.read(rows -> rows.first(Stage::scene, SCENE + " WHERE s.id = ?", id));
    }

    /** Returns the scene, locked against other changes and posts until the transaction ends. */
    Optional<Scene> reserved(Rows rows, String id) throws SQLException {
        return rows.first(Stage::scene, SCENE + " WHERE s.id = ?" + database.forUpdate(), id);
    }

    public Scene addScene(String title, String gameMaster, boolean oneAtATime) {
        Scene scene = new Scene(UUID.randomUUID().toString(), title, gameMaster, oneAtATime);
        database.inTransaction(rows -> rows.change(
                "INSERT INTO scenes (id, title, game_master, one_at_a_time) VALUES (?, ?, ?, ?)",
                scene.id(),
                title,
                gameMaster,
                oneAtATime));
        return scene;
    }

    public void removeScene(String id) {
        database.inTransaction(rows -> rows.change("DELETE FROM scenes WHERE id = ?", id));
    }

    public List<Role> rolesIn(String sceneId) {
        return database.read(
                rows -> rows.list(Stage::role, ROLE + " WHERE c.scene_id = ? ORDER BY c.name, c.id", sceneId));
    }

    public List<Role> rolesOf(String userId) {
        return database.read(rows -> rows.list(Stage::role, ROLE + " WHERE c.user_id = ?", userId));
    }

    public Role addRole(String sceneId, String userId, String name) {
        Role role = new Role(UUID.randomUUID().toString(), sceneId, userId, name);
        database.inTransaction(rows -> rows.change(
                "INSERT INTO characters (id, scene_id, user_id, name) VALUES (?, ?, ?, ?)",
                role.id(),
                sceneId,
                userId,
                name));
        return role;
    }

    public void removeRole(String id) {
        database.inTransaction(rows -> rows.change("DELETE FROM characters WHERE id = ?", id));
    }

    private static Scene scene(ResultSet row) throws SQLException {
        return new Scene(row.getString(1), row.getString(2), row.getString(3), row.getBoolean(4));
    }

    private static Role role(ResultSet row) throws SQLException {
        return new Role(row.getString(1), row.getString(2), row.getString(3), row.getString(4));
    }
}
