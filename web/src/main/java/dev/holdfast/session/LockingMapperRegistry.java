package dev.holdfast.session;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The mappers of an application, all guarded with locks. Thread-safe. */
public final class LockingMapperRegistry {
    private final Map<Class<?>, LockingMapper<?, ?>> mappers = new ConcurrentHashMap<>();
    private final LockGuard guard;

    /** Makes an empty registry whose mappers use that guard. */
    public LockingMapperRegistry(LockGuard guard) {
        this.guard = guard;
    }

    /**
     * Registers a mapper, which must only be used through this registry from then on.
     *
     * @param type the prefix of its lock names: {@code policy} for {@code policy/42}
     * @param lock who locks: editors, readers too, or readers side by side
     */
    public <T> void register(Class<T> objects, String type, Mapper<?, T> mapper, LockType lock) {
        if (mappers.putIfAbsent(objects, new LockingMapper<>(type, mapper, lock, guard)) != null) {
            throw new IllegalArgumentException("There is already a mapper for " + objects.getSimpleName() + ".");
        }
    }

    /**
     * Returns the mapper for a class of objects.
     *
     * @param <K> their keys, as registered
     */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // by the class that it was registered with
    public <K, T> LockingMapper<K, T> getMapper(Class<T> objects) {
        LockingMapper<?, ?> mapper = mappers.get(objects);
        if (mapper == null) {
            throw new IllegalArgumentException(
                    "There is no mapper for " + objects.getSimpleName() + ": register one at the start.");
        }
        return (LockingMapper<K, T>) mapper;
    }
}
