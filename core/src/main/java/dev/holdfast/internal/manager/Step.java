package dev.holdfast.internal.manager;

import dev.holdfast.Policy;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.spi.Key;

/** One command on one resource. */
record Step(Key key, Command command, Policy policy) {
    String resource() {
        return key.name();
    }
}
