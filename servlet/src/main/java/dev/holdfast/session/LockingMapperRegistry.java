package dev.holdfast.session;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Where an application gets its mappers, so that none is without locks. Thread-safe. */
public final class LockingMapperRegistry {
    private final Map<Class<?>, LockingMapper<?, ?>> mappers = new ConcurrentHashMap<>();
    private final LockGuard guard;

    public LockingMapperRegistry(LockGuard guard) {
        this.guard = guard;
    }

    /**
     * Takes a mapper in, which is only to be used from here on.
     *
     * @param type what stands before the key in the names of its locks: {@code policy} for {@code policy/42}
     * @param lock who locks: editors, readers too, or readers side by side
     */
    public <T> void register(Class<T> objects, String type, Mapper<?, T> mapper, LockType lock) {
        if (mappers.putIfAbsent(objects, new LockingMapper<>(type, mapper, lock, guard)) != null) {
            throw new IllegalArgumentException("There is a mapper for " + objects.getSimpleName() + " already.");
        }
    }

    /**
     * The mapper for such objects.
     *
     * @param <K> their keys, as it was registered
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
