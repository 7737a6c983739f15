package dev.holdfast;

import dev.holdfast.process.ProcessTable;
import dev.holdfast.rules.Owner;
import org.jspecify.annotations.Nullable;

/** For whom to acquire when a request names nobody. */
final class UsualOwner {
    private volatile @Nullable Owner owner;

    UsualOwner(@Nullable Owner given) {
        this.owner = given;
    }

    /** Unless one was given this process, which is looked at when it is first needed: many managers only list. */
    Owner get() {
        Owner found = owner;
        if (found == null) {
            synchronized (this) {
                found = owner;
                if (found == null) {
                    found = ProcessOwner.create(ProcessTable.system());
                    owner = found;
                }
            }
        }
        return found;
    }

    /** Whom the request is for. */
    Owner of(LockRequest request) {
        Owner named = request.owner();
        return named == null ? get() : named;
    }
}
