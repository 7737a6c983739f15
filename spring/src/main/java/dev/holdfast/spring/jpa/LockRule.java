package dev.holdfast.spring.jpa;

import dev.holdfast.session.LockType;
import java.util.ArrayList;
import java.util.List;

/**
 * The lock of the entities of a class.
 *
 * @param type the prefix of the lock name
 * @param path the attributes from the entity to the root with the lock; empty for the entity itself
 * @param key the attribute of the root with the key, or empty for its id
 * @param shared whether the key is the version row of an aggregate, which may exist before a new member
 * @param lock the lock type
 */
record LockRule(String type, List<String> path, String key, boolean shared, LockType lock) {
    LockRule {
        path = List.copyOf(path);
    }

    /** Returns the rule for an entity with a longer path. */
    LockRule behind(List<String> steps) {
        List<String> whole = new ArrayList<>(steps);
        whole.addAll(path);
        return new LockRule(type, whole, key, shared, lock);
    }

    boolean ofRoot() {
        return path.isEmpty();
    }

    /** Returns whether a new entity has a new lock. */
    boolean newWithEntity() {
        return path.isEmpty() && !shared;
    }

    boolean readersLock() {
        return lock != LockType.EXCLUSIVE_WRITE;
    }

    String name(Object keyOfRoot) {
        return type + "/" + keyOfRoot;
    }

    /** Returns the selection of a query for the key, from a step of the path on, for the entity {@code e}. */
    String selection(int from) {
        String way = String.join(".", path.subList(from, path.size()));
        if (key.isEmpty()) {
            return way.isEmpty() ? "id(e)" : "id(e." + way + ")";
        }
        return way.isEmpty() ? "e." + key : "e." + way + "." + key;
    }
}
