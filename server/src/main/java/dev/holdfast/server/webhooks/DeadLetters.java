package dev.holdfast.server.webhooks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The events that could not be delivered to one hook, oldest first. Bounded. Not thread-safe. */
final class DeadLetters {
    private final int most;
    private final Map<String, Delivery> byId = new LinkedHashMap<>();

    DeadLetters(int most) {
        this.most = most;
    }

    /** Adds one. Returns the one that it has displaced; null for none. */
    @Nullable
    Delivery add(Delivery dead) {
        byId.put(dead.id(), dead);
        return byId.size() > most ? byId.remove(byId.keySet().iterator().next()) : null;
    }

    @Nullable
    Delivery remove(String id) {
        return byId.remove(id);
    }

    List<Delivery> all() {
        return new ArrayList<>(byId.values());
    }

    int size() {
        return byId.size();
    }
}
