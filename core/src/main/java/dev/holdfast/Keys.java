package dev.holdfast;

import dev.holdfast.rules.HoldId;
import dev.holdfast.store.Key;
import dev.holdfast.store.Kind;

/** The names of records that are named by more than one thing. Names of resources contain no line feed. */
final class Keys {
    private Keys() {}

    static Key ending(String resource, HoldId hold) {
        return new Key(Kind.ENDING, resource + '\n' + hold);
    }
}
