package dev.holdfast.example.play.compose;

import dev.holdfast.Draft;
import dev.holdfast.Hold;
import dev.holdfast.Holds.Heartbeat;
import dev.holdfast.LockManager;
import dev.holdfast.Loss;
import dev.holdfast.Loss.Ending;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Receipt;
import dev.holdfast.StoreException;
import dev.holdfast.example.play.compose.Cast.Part;
import dev.holdfast.example.play.data.Database;
import dev.holdfast.example.play.data.DatabaseException;
import dev.holdfast.example.play.data.Post;
import dev.holdfast.example.play.data.Posts;
import dev.holdfast.example.play.data.Rows;
import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.JsonBody;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.http.Route;
import dev.holdfast.spi.StoreManagers;
import io.vertx.core.json.JsonObject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Handing a post in: in one transaction the hold is checked, the post is created, the lock released and the draft deleted, or
 * nothing of it. The witnesses are told once it is committed.
 */
public final class PostCalls {
    private static final Logger LOG = System.getLogger("dev.holdfast.example.play");
    private static final int MAX_LENGTH = 60_000;

    private final Database database;
    private final Posts posts;
    private final LockManager locks;
    private final ManagerOptions options;
    private final Cast cast;
    private final LockCalls calls;
    private final Consumer<String> told;

    /**
     * @param options of the locks, also within a transaction
     * @param told takes the id of a scene in which something was posted
     */
    public PostCalls(
            Database database,
            LockManager locks,
            ManagerOptions options,
            Cast cast,
            LockCalls calls,
            Consumer<String> told) {
        this.database = database;
        this.posts = new Posts(database);
        this.locks = locks;
        this.options = options;
        this.cast = cast;
        this.calls = calls;
        this.told = told;
    }

    public List<Route> routes() {
        return List.of(Route.post("/play/scenes/{sceneId}/posts", this::submit));
    }

    private Answer submit(Request request) {
        JsonBody body = request.body()
                .only("lockId", "characterId", "content", "fence", "intention", "modifier", "hidden", "sceneId");
        Caller caller = request.caller();
        Part part = cast.own(caller, request.value(), body.requiredText("characterId"));
        Receipt kept = LockId.receipt(caller, body.requiredText("lockId"), part.resource());
        Post.Text text = text(body);
        Long fence = body.has("fence") ? body.requiredNumber("fence") : null;
        Optional<String> id;
        try {
            id = database.inTransaction(rows -> submit(rows, caller, part, kept, fence, text));
        } catch (DatabaseException | StoreException e) {
            LOG.log(Level.WARNING, e.getMessage());
            throw new Problem(
                            503,
                            "Not posted",
                            "The post could not be made, and nothing of it was: it is kept as your"
                                    + " draft, so try again in a moment.")
                    .header("Retry-After", "2")
                    .with("success", false);
        }
        if (id.isEmpty()) {
            keep(caller, kept, text);
            throw calls.lost(kept).with("success", false);
        }
        told.accept(part.scene().id());
        return Answer.created(
                new JsonObject().put("success", true).put("postId", id.get()).getMap());
    }

    private static Post.Text text(JsonBody body) {
        String content = body.requiredText("content").strip();
        if (content.isEmpty()) {
            throw Problem.invalid("There is nothing to post yet: write something first.");
        } else if (content.length() > MAX_LENGTH) {
            throw new Problem(
                    413, "Too large", "A post has at most " + MAX_LENGTH + " characters: post it in two parts.");
        }
        String intention = body.text("intention", "").strip();
        return new Post.Text(
                content,
                intention.isEmpty() ? null : intention,
                body.has("modifier") ? body.requiredNumber("modifier") : null,
                body.flag("hidden", false));
    }

    /** Returns the id of the post; empty if the hold is lost. */
    private Optional<String> submit(
            Rows rows, Caller caller, Part part, Receipt kept, @Nullable Long fence, Post.Text text)
            throws SQLException {
        String lockId = LockId.hash(kept);
        posts.reserve(rows, part.scene().id());
        Optional<String> before = posts.under(rows, lockId, caller.name());
        if (before.isPresent()) {
            return before; // handed in already, and the answer was lost
        }
        try (LockManager joined = StoreManagers.over(database.joining(rows.connection()), options)) {
            Optional<Hold> hold = joined.holds().view(List.of(kept)).get(0);
            if (hold.isEmpty() || (fence != null && fence != hold.get().fence())) {
                return Optional.empty();
            }
            Optional<String> id =
                    posts.add(rows, part.role(), text, lockId, hold.get().fence());
            if (id.isEmpty()) {
                throw Problem.missing("This scene or character is gone, and the post was not made.");
            }
            if (!joined.drafts().submit(kept, caller.name())) {
                throw calls.lost(kept).with("success", false);
            }
            return id;
        }
    }

    /** Saves a refused post as the draft, unless it already is. It does not replace text that was written since. */
    private void keep(Caller caller, Receipt kept, Post.Text text) {
        String content = new JsonObject()
                .put("content", text.content())
                .put("intention", text.intention())
                .put("modifier", text.modifier())
                .put("hidden", text.hidden())
                .encode();
        Optional<Draft> draft = locks.drafts().get(kept.resource(), caller.name());
        if (Draft.Edit.isTooLong(content)
                || draft.map(Draft::content).filter(content::equals).isPresent()) {
            return;
        }
        Optional<Instant> lost = locks.holds().loss(kept).flatMap(Loss::ending).map(Ending::at);
        boolean newer =
                draft.isPresent() && lost.isPresent() && draft.get().saved().isAfter(lost.get());
        long revision = draft.map(Draft::revision).orElse(0L) + (newer ? 0 : 1);
        locks.holds().renew(List.of(Heartbeat.of(kept, false).draft(new Draft.Edit(caller.name(), revision, content))));
    }
}
