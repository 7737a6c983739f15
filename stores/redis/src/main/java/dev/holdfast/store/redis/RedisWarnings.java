package dev.holdfast.store.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Warnings for people, each reported once in a process. Thread-safe. */
final class RedisWarnings {
    private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

    private final List<String> pending = new ArrayList<>();

    void add(String sentence) {
        add(sentence, sentence);
    }

    /** Adds a warning. Another occasion makes it worth reporting again in the same words. */
    synchronized void add(String sentence, String occasion) {
        if (TOLD.add(occasion)) {
            pending.add(sentence);
        }
    }

    synchronized List<String> take() {
        List<String> taken = List.copyOf(pending);
        pending.clear();
        return taken;
    }
}
