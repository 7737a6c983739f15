package dev.holdfast;

import dev.holdfast.rules.Command;
import dev.holdfast.rules.Policy;
import dev.holdfast.store.Key;

/** One command on one resource. */
record Step(Key key, Command command, Policy policy) {
    String resource() {
        return key.name();
    }
}
