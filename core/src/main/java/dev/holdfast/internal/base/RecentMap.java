package dev.holdfast.internal.base;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map of bounded size, which forgets the entry that was not used for the longest time. Not thread-safe. */
public final class RecentMap<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1;

    private final int max;

    public RecentMap(int max) {
        super(16, 0.75f, true);
        this.max = max;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > max;
    }
}
