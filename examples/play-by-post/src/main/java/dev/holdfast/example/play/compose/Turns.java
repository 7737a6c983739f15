package dev.holdfast.example.play.compose;

import dev.holdfast.Policies;
import dev.holdfast.Policy.Scope;
import dev.holdfast.Preset;
import dev.holdfast.example.play.data.Role;
import dev.holdfast.example.play.data.Scene;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The name and the rules of a character's lock: those of the preset {@code compose}. The name of the
 * lock says whether its scene allows only one author at a time, so that every server knows it without a query.
 */
public final class Turns {
    private static final int ID = 36;
    private static final Pattern NAMES = Pattern.compile("scene/[0-9a-f-]{36}/(character|turn)/[0-9a-f-]{36}");

    public static final Policies POLICIES = new Policies(
            List.of(Preset.COMPOSE.policy().toBuilder()
                    .pattern("scene/*/turn/*")
                    .scope(new Scope("scene/*", false))
                    .build()),
            Preset.COMPOSE.policy());

    private Turns() {}

    /** Returns the prefix of the names of all locks of a scene. */
    public static String prefix(String sceneId) {
        return "scene/" + sceneId + "/";
    }

    /** Returns the lock of a character, and of its draft. */
    public static String resource(Scene scene, Role role) {
        return prefix(scene.id()) + (scene.oneAtATime() ? "turn/" : "character/") + role.id();
    }

    /** Returns whether it is the lock of a character; a game master may lock other things beneath a scene. */
    public static boolean isTurn(String resource) {
        return NAMES.matcher(resource).matches();
    }

    /** Returns the scene of a character's lock. */
    public static String sceneOf(String resource) {
        return resource.substring("scene/".length(), "scene/".length() + ID);
    }

    /** Returns the character of a lock. */
    public static String roleOf(String resource) {
        return resource.substring(resource.length() - ID);
    }
}
