package dev.holdfast.example.play.web;

import dev.holdfast.Draft;
import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.example.play.compose.Cast;
import dev.holdfast.example.play.compose.Turns;
import dev.holdfast.example.play.data.Database;
import dev.holdfast.example.play.data.People;
import dev.holdfast.example.play.data.Post;
import dev.holdfast.example.play.data.Posts;
import dev.holdfast.example.play.data.Role;
import dev.holdfast.example.play.data.Scene;
import dev.holdfast.example.play.data.Stage;
import dev.holdfast.example.play.data.User;
import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.JsonBody;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.http.Route;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.Reading;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The calls about scenes: creating and ending them, and reading one as the caller may see it. */
final class SceneCalls {
    private final Database database;
    private final Stage stage;
    private final Posts posts;
    private final LockManager locks;
    private final Cast cast;
    private final People people;

    SceneCalls(Database database, LockManager locks, Cast cast, People people) {
        this.database = database;
        this.stage = new Stage(database);
        this.posts = new Posts(database);
        this.locks = locks;
        this.cast = cast;
        this.people = people;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/play/scenes", this::list),
                Route.post("/play/scenes", this::add),
                Route.get("/play/scenes/{sceneId}", this::look),
                Route.post("/play/scenes/{sceneId}/delete", this::remove),
                Route.post("/play/scenes/{sceneId}/characters", this::addRole),
                Route.post("/play/scenes/{sceneId}/characters/{characterId}/delete", this::removeRole));
    }

    private Answer list(Request request) {
        return Answer.ok(new JsonObject()
                .put(
                        "scenes",
                        stage.scenesOf(request.caller().name()).stream()
                                .map(scene -> head(scene, request.caller()).getMap())
                                .toList())
                .getMap());
    }

    private static JsonObject head(Scene scene, Caller caller) {
        return new JsonObject()
                .put("sceneId", scene.id())
                .put("title", scene.title())
                .put("oneAtATime", scene.oneAtATime())
                .put("gameMaster", Cast.leads(caller, scene));
    }

    private Answer add(Request request) {
        JsonBody body = request.body().only("title", "oneAtATime");
        String title = SessionCalls.name(body.requiredText("title"), "title");
        Scene scene = stage.addScene(title, request.caller().name(), body.flag("oneAtATime", false));
        return Answer.created(new JsonObject().put("sceneId", scene.id()).getMap());
    }

    /** Removes a scene. Locks are ended first, so that authors are notified; the rest is deleted with the scene. */
    private Answer remove(Request request) {
        request.body().only();
        Scene scene = cast.led(request.caller(), request.value());
        locks.list(Turns.prefix(scene.id()))
                .forEach(view -> locks.admin()
                        .forceRelease(view.resource(), request.caller().display(), "the scene is over"));
        stage.removeScene(scene.id());
        return Answer.ok(new JsonObject().put("success", true).getMap());
    }

    private Answer addRole(Request request) {
        JsonBody body = request.body().only("name", "userId");
        Scene scene = cast.led(request.caller(), request.value());
        String name = SessionCalls.name(body.requiredText("name"), "name");
        User user = people.byId(Cast.id(body.requiredText("userId")))
                .orElseThrow(() -> Problem.missing("There is no player with that id."));
        Role role = stage.addRole(scene.id(), user.id(), name);
        return Answer.created(new JsonObject().put("characterId", role.id()).getMap());
    }

    private Answer removeRole(Request request) {
        request.body().only();
        Cast.Part part = cast.part(request);
        cast.led(request.caller(), part.scene().id());
        locks.admin().forceRelease(part.resource(), request.caller().display(), "the character left the scene");
        stage.removeRole(part.role().id());
        return Answer.ok(new JsonObject().put("success", true).getMap());
    }

    private Answer look(Request request) {
        Caller caller = request.caller();
        Scene scene = cast.entered(caller, request.value());
        List<Role> roles = stage.rolesIn(scene.id());
        Map<String, LockView> held = new HashMap<>();
        locks.list(Turns.prefix(scene.id())).stream()
                .filter(view -> !view.free())
                .forEach(view -> held.put(view.resource(), view));
        Reading cooldown = database.locks().read(List.of(new Key(Kind.COOLDOWN, caller.name())));
        Indicators indicators = new Indicators(scene, roles, held, caller, names(caller, scene));
        long after = request.query("after").isEmpty() ? 0 : request.count("after", 0, Integer.MAX_VALUE);
        return Answer.ok(head(scene, caller)
                .put("now", cooldown.now().toEpochMilli())
                .put("channel", Channels.name(scene.id()))
                .put("indicator", indicators.ofScene())
                .put(
                        "characters",
                        roles.stream()
                                .filter(role -> Cast.leads(caller, scene) || isOf(role, caller))
                                .map(role -> character(scene, role, caller, indicators))
                                .toList())
                .put("coolDownSeconds", coolDown(cooldown, caller))
                .put(
                        "posts",
                        posts.witnessedBy(caller.name(), scene.id()).stream()
                                .filter(post -> post.number() > after)
                                .map(post -> post(post, caller.name()))
                                .toList())
                .getMap());
    }

    /** Returns the names of players, for the game master alone. */
    private Map<String, String> names(Caller caller, Scene scene) {
        return Cast.leads(caller, scene)
                ? people.all().stream().collect(Collectors.toMap(User::id, User::name))
                : Map.of();
    }

    private static boolean isOf(Role role, Caller caller) {
        return role.userId().equals(caller.name());
    }

    private Map<String, @Nullable Object> character(Scene scene, Role role, Caller caller, Indicators indicators) {
        JsonObject answer = new JsonObject()
                .put("characterId", role.id())
                .put("name", role.name())
                .put("mine", isOf(role, caller))
                .put("resource", Turns.resource(scene, role))
                .put("indicator", indicators.of(role));
        if (Cast.leads(caller, scene)) {
            answer.put("userId", role.userId()).put("username", indicators.name(role.userId()));
        }
        if (isOf(role, caller)) {
            answer.put(
                    "draftSavedAt",
                    locks.drafts()
                            .get(Turns.resource(scene, role), caller.name())
                            .map(Draft::saved)
                            .map(saved -> saved.toEpochMilli())
                            .orElse(null));
        }
        return answer.getMap();
    }

    /** Returns the cool-down in whole seconds, rounded up. */
    private static long coolDown(Reading reading, Caller caller) {
        Entry entry = reading.get(new Key(Kind.COOLDOWN, caller.name()));
        Instant end = entry == null ? null : entry.body().due().at(entry.stamp());
        if (end == null) {
            return 0;
        }
        Duration left = Duration.between(reading.now(), end);
        return left.isNegative() ? 0 : left.plusMillis(999).toSeconds();
    }

    static Map<String, @Nullable Object> post(Post post, String reader) {
        return new JsonObject()
                .put("postId", post.id())
                .put("number", post.number())
                .put("characterId", post.characterId())
                .put("characterName", post.characterName())
                .put("content", post.text().content())
                .put("intention", post.text().intention())
                .put("modifier", post.text().modifier())
                .put("hidden", post.text().hidden())
                .put("mine", reader.equals(post.userId()))
                .put("createdAt", post.createdAt())
                .getMap();
    }
}
