package dev.holdfast.internal.base;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The keys of a policy in configuration files that have changed their name. The old names are still read. */
public final class PolicyKeys {
    private static final Map<String, String> OLD =
            Map.of("ping", "heartbeat", "trust", "suspect-after", "clean-up", "reclaim-after", "pace", "cooldown");

    private PolicyKeys() {}

    /** Returns the present name of a key. */
    public static String present(String key) {
        return OLD.getOrDefault(key, key);
    }

    /** Returns the old name of a key; null if it always had its name. */
    public static @Nullable String old(String key) {
        return OLD.entrySet().stream()
                .filter(names -> names.getValue().equals(key))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
    }

    /** Returns whether the key has another name now. */
    public static boolean isOld(String key) {
        return OLD.containsKey(key);
    }

    /** Returns a sentence for the person who wrote an old key. */
    public static String hint(String key) {
        return "'" + key + "' in a policy is now called '" + present(key) + "': rename it.";
    }
}
