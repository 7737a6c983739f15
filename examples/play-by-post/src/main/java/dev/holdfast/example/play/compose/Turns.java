package dev.holdfast.example.play.compose;

import dev.holdfast.example.play.data.Role;
import dev.holdfast.example.play.data.Scene;
import dev.holdfast.rules.Policies;
import dev.holdfast.rules.Preset;
import dev.holdfast.rules.Scope;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What the lock of a character is called, and which rules hold for it: those of the preset {@code compose}. By the name of the
 * lock is known whether its scene lets only one character be composed for at once, so that every server knows it without asking.
 */
public final class Turns {
    private static final int ID = 36;
    private static final Pattern NAMES = Pattern.compile("scene/[0-9a-f-]{36}/(character|turn)/[0-9a-f-]{36}");

    public static final Policies POLICIES = new Policies(
            List.of(Preset.COMPOSE
                    .policy()
                    .change()
                    .pattern("scene/*/turn/*")
                    .scope(new Scope("scene/*", false))
                    .done()),
            Preset.COMPOSE.policy());

    private Turns() {}

    /** With which the names of all locks of a scene begin. */
    public static String prefix(String sceneId) {
        return "scene/" + sceneId + "/";
    }

    /** The lock of a character, and of its draft. */
    public static String resource(Scene scene, Role role) {
        return prefix(scene.id()) + (scene.oneAtATime() ? "turn/" : "character/") + role.id();
    }

    /** Whether it is the lock of a character; a game master may lock other things beneath a scene. */
    public static boolean isTurn(String resource) {
        return NAMES.matcher(resource).matches();
    }

    /** The scene of a character's lock. */
    public static String sceneOf(String resource) {
        return resource.substring("scene/".length(), "scene/".length() + ID);
    }

    /** The character of its lock. */
    public static String roleOf(String resource) {
        return resource.substring(resource.length() - ID);
    }
}
