package dev.holdfast.json;

import dev.holdfast.rules.Owner;
import dev.holdfast.rules.Privacy;

/** Who reads about locks: how much it may know of an owner, and what it calls one. */
public interface Viewer {
    /** One who may know everything. */
    Viewer ALL = new Viewer() {
        @Override
        public Privacy privacy(String resource, Owner owner) {
            return Privacy.OPEN;
        }

        @Override
        public String id(Owner owner) {
            return owner.id();
        }
    };

    Privacy privacy(String resource, Owner owner);

    /** Whether it is one of its own, and it can tell. */
    default boolean owns(Owner owner) {
        return false;
    }

    /** The owner's id, for those who may know it. */
    String id(Owner owner);
}
