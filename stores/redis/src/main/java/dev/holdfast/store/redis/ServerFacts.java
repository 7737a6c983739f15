package dev.holdfast.store.redis;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The facts that a server reports about itself.
 *
 * @param info the answer to INFO
 * @param save when it saves all data, from CONFIG; empty if never, null if it does not tell
 * @param fsync when it flushes its log of changes, from CONFIG; null if it does not tell
 */
record ServerFacts(
        Map<String, String> info,
        @Nullable String save,
        @Nullable String fsync) {

    static ServerFacts of(String text, @Nullable String save, @Nullable String fsync) {
        Map<String, String> info = new HashMap<>();
        for (String line : text.split("\r?\n", -1)) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                info.put(line.substring(0, colon), line.substring(colon + 1));
            }
        }
        return new ServerFacts(info, save, fsync);
    }

    /** Returns an id that differs for each start of the server. */
    String run() {
        return info.getOrDefault("run_id", "");
    }

    long secondsUp() {
        return Long.parseLong(info.getOrDefault("uptime_in_seconds", "0"));
    }

    String version() {
        return info.getOrDefault("redis_version", "");
    }

    boolean replica() {
        return "slave".equals(info.get("role"));
    }

    private boolean logs() {
        return "1".equals(info.get("aof_enabled"));
    }

    /** Returns whether it may make room by removing locks. They have no time to live, so that only some policies touch them. */
    boolean evicts() {
        return info.getOrDefault("maxmemory_policy", "").startsWith("allkeys") && !"0".equals(info.get("maxmemory"));
    }

    String evictionPolicy() {
        return info.getOrDefault("maxmemory_policy", "unknown");
    }

    /** Returns whether it is known to keep nothing over a restart. */
    boolean forgets() {
        return !logs() && save != null && save.isBlank();
    }

    /** Returns whether it is unknown if it keeps anything. */
    boolean secretive() {
        return !logs() && save == null;
    }

    /** Returns whether all that was ever answered is still there: flushed before the answer, and not left behind by a failover. */
    boolean keepsAll() {
        String former = info.getOrDefault("master_replid2", "0").replace("0", "");
        return logs() && "always".equals(fsync) && former.isEmpty();
    }
}
