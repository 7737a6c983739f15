package dev.holdfast.protocol.terraform;

import dev.holdfast.internal.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Facts that are kept with a version of a state: nothing of the state itself, but the sums of its bytes.
 *
 * @param user who wrote it
 * @param lock the id of the lock that it was written with; empty for none
 * @param size bytes of the state
 * @param md5 of the state, in Base64, as the clients compare it
 * @param sha256 of the state
 * @param key the id of the key that it is encrypted with; empty for none
 * @param why it was rejected; empty if it was not
 */
record About(String user, String lock, long size, String md5, String sha256, String key, String why) {
    static About of(String text) {
        Map<String, @Nullable Object> members = Json.readObject(text);
        return new About(
                text(members, "user"),
                text(members, "lock"),
                members.get("size") instanceof Long size ? size : 0,
                text(members, "md5"),
                text(members, "sha256"),
                text(members, "key"),
                text(members, "why"));
    }

    private static String text(Map<String, @Nullable Object> members, String name) {
        return members.get(name) instanceof String text ? text : "";
    }

    About rejected(String reason) {
        return new About(user, lock, size, md5, sha256, key, reason);
    }

    String json() {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("user", user);
        members.put("lock", lock);
        members.put("size", size);
        members.put("md5", md5);
        members.put("sha256", sha256);
        members.put("key", key);
        members.put("why", why);
        return Json.write(members);
    }

    /** Returns whether it is the same state, written by the same user under the same lock: a repetition. */
    boolean repeats(About other) {
        return user.equals(other.user) && lock.equals(other.lock) && sha256.equals(other.sha256) && size == other.size;
    }
}
