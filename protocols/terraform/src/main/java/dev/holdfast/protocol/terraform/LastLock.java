package dev.holdfast.protocol.terraform;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The last lock on a state, kept with its head. It stays when the lock is lost, so that a write that comes too late can be told
 * from one that another lock came before.
 *
 * @param user who locked
 * @param fence of the hold
 */
record LastLock(String user, long fence, LockInfo info) {
    /** Returns the last lock of a {@link StateNote}; null if it has none. */
    static @Nullable LastLock of(Map<String, @Nullable Object> members) {
        return members.get("info") instanceof Map<?, ?> info
                        && members.get("user") instanceof String user
                        && members.get("fence") instanceof Long fence
                ? new LastLock(user, fence, LockInfo.of(info))
                : null;
    }

    /** Returns the members for a {@link StateNote}. */
    Map<String, @Nullable Object> tree() {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("user", user);
        members.put("fence", fence);
        members.put("info", info.tree());
        return members;
    }

    boolean is(String someone, String id) {
        return user.equals(someone) && info.id().equals(id);
    }
}
