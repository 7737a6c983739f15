package dev.holdfast.example.play.data;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The posts, and their witnesses. */
public final class Posts {
    private static final String REST =
            ", p.character_id, p.character_name, p.user_id, p.content, p.intention, p.modifier,"
                    + " p.hidden, p.created_at FROM posts p";
    private static final String POST = "SELECT p.id, p.scene_id, p.number" + REST;
    /** Numbered by what one user sees: a gap would tell of a post that is hidden. */
    private static final String SEEN = "SELECT p.id, p.scene_id, row_number() OVER (ORDER BY p.number)" + REST
            + " JOIN witnesses w ON w.post_id = p.id AND w.user_id = ? WHERE p.scene_id = ? ORDER BY p.number";

    private final Database database;
    private final Stage stage;

    public Posts(Database database) {
        this.database = database;
        this.stage = new Stage(database);
    }

    /** Returns the posts of a scene that a user witnessed, in their order. They are numbered for this user, from 1. */
    public List<Post> witnessedBy(String userId, String sceneId) {
        return database.read(rows -> rows.list(Posts::post, SEEN, userId, sceneId));
    }

    /** Returns a post with the number that it has for a user who witnessed it. */
    public Post seenBy(String userId, Post post) {
        return database.read(rows -> post.numbered(rows.first(
                        row -> row.getLong(1),
                        "SELECT count(*) FROM posts p JOIN witnesses w ON w.post_id = p.id AND w.user_id = ?"
                                + " WHERE p.scene_id = ? AND p.number <= ?",
                        userId,
                        post.sceneId(),
                        post.number())
                .orElse(0L)));
    }

    /** Returns all posts of a scene after a number. */
    public List<Post> after(String sceneId, long number) {
        return database.read(rows -> rows.list(
                Posts::post, POST + " WHERE p.scene_id = ? AND p.number > ? ORDER BY p.number", sceneId, number));
    }

    public List<String> witnesses(String postId) {
        return database.read(rows -> rows.list(
                row -> row.getString(1), "SELECT user_id FROM witnesses WHERE post_id = ? ORDER BY 1", postId));
    }

    /** Returns the number of the newest post; 0 if there is none. */
    public long last(String sceneId) {
        return database.read(rows -> last(rows, sceneId));
    }

    private static long last(Rows rows, String sceneId) throws SQLException {
        return rows.first(
                        row -> row.getLong(1), "SELECT coalesce(max(number), 0) FROM posts WHERE scene_id = ?", sceneId)
                .orElse(0L);
    }

    /** Lets other posts in the scene wait until the transaction ends, so that nothing changes that was read. */
    public void reserve(Rows rows, String sceneId) throws SQLException {
        stage.reserved(rows, sceneId);
    }

    /** Returns the post of a user under a lock, if there is one. */
    public Optional<String> under(Rows rows, String lockId, String userId) throws SQLException {
        return rows.first(
                row -> row.getString(1), "SELECT id FROM posts WHERE lock_id = ? AND user_id = ?", lockId, userId);
    }

    /**
     * Adds a post to a scene, whose other posts wait until the transaction ends: their order is that of the releases of their
     * locks.
     *
     * @param lockId the hash of the lock under which it was written
     * @return its id; empty if the scene or the character is gone
     */
    public Optional<String> add(Rows rows, Role role, Post.Text text, String lockId, long fence) throws SQLException {
        Optional<Scene> scene = stage.reserved(rows, role.sceneId());
        boolean there = rows.first(row -> 1, "SELECT 1 FROM characters WHERE id = ?", role.id())
                .isPresent();
        if (scene.isEmpty() || !there) {
            return Optional.empty();
        }
        String id = UUID.randomUUID().toString();
        rows.change(
                "INSERT INTO posts (id, scene_id, number, character_id, character_name, user_id, content, intention,"
                        + " modifier, hidden, created_at, lock_id, fence) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                id,
                role.sceneId(),
                last(rows, role.sceneId()) + 1,
                role.id(),
                role.name(),
                role.userId(),
                text.content(),
                text.intention(),
                text.modifier(),
                text.hidden(),
                database.now(),
                lockId,
                fence);
        witness(rows, id, role, scene.get(), text.hidden());
        return Optional.of(id);
    }

    /** Adds the witnesses: all players of the scene and its game master; for a hidden post its author and the game master. */
    private static void witness(Rows rows, String post, Role role, Scene scene, boolean hidden) throws SQLException {
        rows.change(
                "INSERT INTO witnesses (post_id, user_id) SELECT p.id, u.id FROM posts p, users u WHERE p.id = ?"
                        + " AND (u.id = ? OR u.id = ?"
                        + (hidden
                                ? ""
                                : " OR u.id IN (SELECT c.user_id FROM characters c WHERE c.scene_id = p.scene_id)")
                        + ")",
                post,
                role.userId(),
                scene.gameMaster());
    }

    private static Post post(ResultSet row) throws SQLException {
        return new Post(
                row.getString(1),
                row.getString(2),
                row.getLong(3),
                row.getString(4),
                row.getString(5),
                row.getString(6),
                new Post.Text(row.getString(7), row.getString(8), number(row, 9), row.getBoolean(10)),
                row.getLong(11));
    }

    private static @Nullable Long number(ResultSet row, int column) throws SQLException {
        long number = row.getLong(column);
        return row.wasNull() ? null : number;
    }
}
