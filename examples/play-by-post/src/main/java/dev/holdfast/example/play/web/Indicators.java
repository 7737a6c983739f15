package dev.holdfast.example.play.web;

import dev.holdfast.Hold;
import dev.holdfast.LockView;
import dev.holdfast.example.play.compose.Cast;
import dev.holdfast.example.play.compose.LockCalls;
import dev.holdfast.example.play.compose.Turns;
import dev.holdfast.example.play.data.Role;
import dev.holdfast.example.play.data.Scene;
import dev.holdfast.server.http.Caller;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The indicators of the document in three shapes: for other players, for the author, for the game master. */
final class Indicators {
    private static final int LAST_MINUTE = 60;

    private final Scene scene;
    private final List<Role> roles;
    private final Map<String, LockView> held;
    private final Caller caller;
    private final Map<String, String> names;

    /**
     * @param held the locks of the scene that are held
     * @param names of users, for the game master
     */
    Indicators(Scene scene, List<Role> roles, Map<String, LockView> held, Caller caller, Map<String, String> names) {
        this.scene = scene;
        this.roles = roles;
        this.held = held;
        this.caller = caller;
        this.names = names;
    }

    String name(String userId) {
        return names.getOrDefault(userId, "");
    }

    /**
     * Returns the indicator of one character. In a scene with one at a time it is locked for a player while another composes.
     * The game master sees which character it is.
     */
    Map<String, @Nullable Object> of(Role role) {
        return hold(role)
                .map(hold -> locked(role, hold))
                .orElseGet(() -> scene.oneAtATime() && !Cast.leads(caller, scene) ? ofScene() : available());
    }

    /** Returns the indicator of the scene as a whole, which shows whether others compose. */
    Map<String, @Nullable Object> ofScene() {
        return roles.stream()
                .filter(role -> Cast.leads(caller, scene) || !role.userId().equals(caller.name()))
                .flatMap(role -> hold(role).map(hold -> locked(role, hold)).stream())
                .findFirst()
                .orElseGet(this::available);
    }

    private Optional<Hold> hold(Role role) {
        LockView view = held.get(Turns.resource(scene, role));
        return view == null
                ? Optional.empty()
                : view.holders().stream()
                        .filter(judged -> !judged.state().ended())
                        .map(judged -> judged.hold())
                        .findFirst();
    }

    private Map<String, @Nullable Object> locked(Role role, Hold hold) {
        JsonObject answer = new JsonObject().put("isLocked", true);
        if (hold.owner().user().equals(caller.name())) {
            LockView view = held.get(Turns.resource(scene, role));
            long left = view == null
                    ? 0
                    : Duration.between(view.asOf(), LockCalls.expiry(hold)).toSeconds();
            answer.put("message", LockCalls.YOU)
                    .put("mine", true)
                    .put("timeRemaining", left)
                    .put("showDrainBar", left < LAST_MINUTE);
        } else {
            answer.put("message", LockCalls.OTHER);
        }
        if (Cast.leads(caller, scene)) {
            answer.put(
                            "holder",
                            new JsonObject()
                                    .put("userId", hold.owner().user())
                                    .put("username", hold.owner().name())
                                    .put("characterId", role.id())
                                    .put("characterName", role.name())
                                    .put("acquiredAt", hold.since().toEpochMilli())
                                    .put("expiresAt", LockCalls.expiry(hold).toEpochMilli())
                                    .put("fence", hold.fence())
                                    .getMap())
                    .put("actions", List.of("Force Release"));
        }
        return answer.getMap();
    }

    private Map<String, @Nullable Object> available() {
        return new JsonObject()
                .put("isLocked", false)
                .put(
                        "availableCharacters",
                        mayTake()
                                ? roles.stream()
                                        .filter(this::isOwn)
                                        .map(Role::id)
                                        .toList()
                                : List.of())
                .put("actionButton", "Take Post")
                .getMap();
    }

    /** Returns whether the caller may take a post: one in each scene, and with one at a time only while no player composes. */
    private boolean mayTake() {
        return roles.stream()
                .filter(role -> scene.oneAtATime() || isOwn(role))
                .allMatch(role -> hold(role).isEmpty());
    }

    private boolean isOwn(Role role) {
        return role.userId().equals(caller.name());
    }
}
