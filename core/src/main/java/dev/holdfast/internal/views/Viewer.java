package dev.holdfast.internal.views;

import dev.holdfast.Owner;
import dev.holdfast.Policy.Privacy;

/** A reader of information about locks, with what it may know of an owner and the ids that it uses. */
public interface Viewer {
    /** A reader who may know everything. */
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

    /** Returns whether the owner is one of the reader's own, as far as the reader can tell. */
    default boolean owns(Owner owner) {
        return false;
    }

    /** Returns the owner's id, for readers who may know it. */
    String id(Owner owner);
}
