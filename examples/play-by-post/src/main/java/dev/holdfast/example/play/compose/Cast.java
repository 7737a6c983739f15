package dev.holdfast.example.play.compose;

import dev.holdfast.Receipt;
import dev.holdfast.example.play.data.Role;
import dev.holdfast.example.play.data.Scene;
import dev.holdfast.example.play.data.Stage;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Request;
import java.util.List;
import java.util.regex.Pattern;

/** The rights of callers in a scene; throws a {@link Problem} if one is missing. */
public final class Cast {
    private static final Pattern UUIDS = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private final Stage stage;

    public Cast(Stage stage) {
        this.stage = stage;
    }

    /** A character of a scene, as a call names them. */
    public record Part(Scene scene, Role role) {
        public String resource() {
            return Turns.resource(scene, role);
        }
    }

    /** Returns a valid id; throws for any other text. */
    public static String id(String text) {
        if (!UUIDS.matcher(text).matches()) {
            throw Problem.missing("'" + text + "' is no id: it must be a UUID.");
        }
        return text;
    }

    public Scene scene(String id) {
        return stage.scene(id(id)).orElseThrow(() -> Problem.missing("There is no such scene: it may be over."));
    }

    /** Returns a scene that the caller leads or plays in. */
    public Scene entered(Caller caller, String id) {
        Scene scene = scene(id);
        if (!leads(caller, scene)
                && stage.rolesOf(caller.name()).stream()
                        .noneMatch(role -> role.sceneId().equals(id))) {
            throw new Problem(
                    403, "Not permitted", "You have no character in this scene: ask its game master for one.");
        }
        return scene;
    }

    public Scene led(Caller caller, String id) {
        Scene scene = scene(id);
        if (!leads(caller, scene)) {
            throw new Problem(403, "Not permitted", "Only the game master of this scene may do that.");
        }
        return scene;
    }

    public static boolean leads(Caller caller, Scene scene) {
        return scene.gameMaster().equals(caller.name());
    }

    /** Returns the character that the address names. */
    public Part part(Request request) {
        Scene scene = scene(request.values().get(0));
        String id = id(request.values().get(1));
        return new Part(scene, role(scene, id));
    }

    /** Returns the character that the address names, if it is the caller's own. */
    public Part own(Request request) {
        return own(request.caller(), part(request));
    }

    public Part own(Caller caller, String sceneId, String roleId) {
        Scene scene = scene(sceneId);
        return own(caller, new Part(scene, role(scene, id(roleId))));
    }

    /** The receipt of a hold on a character of the caller's own. */
    public Receipt receipt(Caller caller, String sceneId, String roleId, String lockId) {
        return LockId.receipt(caller, lockId, own(caller, sceneId, roleId).resource());
    }

    private static Part own(Caller caller, Part part) {
        if (!part.role().userId().equals(caller.name())) {
            throw new Problem(403, "Not permitted", "This is not a character of yours.");
        }
        return part;
    }

    private Role role(Scene scene, String id) {
        List<Role> roles = stage.rolesIn(scene.id());
        return roles.stream()
                .filter(role -> role.id().equals(id))
                .findFirst()
                .orElseThrow(() -> Problem.missing("There is no such character in this scene."));
    }
}
