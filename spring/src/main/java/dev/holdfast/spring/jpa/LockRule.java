package dev.holdfast.spring.jpa;

import dev.holdfast.session.LockType;
import java.util.ArrayList;
import java.util.List;

/**
 * Which lock the entities of a class stand under.
 *
 * @param type what stands before the key in its name
 * @param path the attributes that lead from the entity to the root that has the lock; empty if that is itself
 * @param key the attribute of the root that is the key, or empty for its id
 * @param shared whether that is the version row of an aggregate, so that a new member is not by itself new to others
 * @param lock what one locks for
 */
record LockRule(String type, List<String> path, String key, boolean shared, LockType lock) {
    LockRule {
        path = List.copyOf(path);
    }

    /** The same for an entity that is so many attributes away. */
    LockRule behind(List<String> steps) {
        List<String> whole = new ArrayList<>(steps);
        whole.addAll(path);
        return new LockRule(type, whole, key, shared, lock);
    }

    boolean ofRoot() {
        return path.isEmpty();
    }

    /** Whether an entity that is new has a lock that nobody knows yet. */
    boolean newWithEntity() {
        return path.isEmpty() && !shared;
    }

    boolean readersLock() {
        return lock != LockType.EXCLUSIVE_WRITE;
    }

    String name(Object keyOfRoot) {
        return type + "/" + keyOfRoot;
    }

    /** What a query selects to find the key from so many attributes on, for the entity {@code e}. */
    String selection(int from) {
        String way = String.join(".", path.subList(from, path.size()));
        if (key.isEmpty()) {
            return way.isEmpty() ? "id(e)" : "id(e." + way + ")";
        }
        return way.isEmpty() ? "e." + key : "e." + way + "." + key;
    }
}
