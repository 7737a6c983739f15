package dev.holdfast.internal.manager;

import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.internal.process.ProcessTable;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The owner of requests that name none: the owner that the manager was given, which may enter its holds again; else an
 * owner made for this one request, bound to this process, so that two threads of one program exclude each other.
 */
final class DefaultOwner {
    private final @Nullable Owner given;
    private final AtomicLong made = new AtomicLong();
    private volatile @Nullable Owner process;

    DefaultOwner(@Nullable Owner given) {
        this.given = given;
    }

    /** Returns the owner of this process, which is looked at when it is first needed: many managers only list. */
    private Owner process() {
        Owner found = process;
        if (found == null) {
            synchronized (this) {
                found = process;
                if (found == null) {
                    found = ProcessOwner.create(ProcessTable.system());
                    process = found;
                }
            }
        }
        return found;
    }

    /** Returns whom the request is for. */
    Owner of(LockRequest request) {
        Owner named = request.owner() == null ? given : request.owner();
        return named == null ? create() : named;
    }

    /** Returns an owner with an id of its own under the name of the given one, bound to this process whatever that one is bound to. */
    Owner create() {
        Owner base = process();
        Owner shown = given == null ? base : given;
        return new Owner(base.id() + "/" + made.incrementAndGet(), shown.name(), shown.user(), base.processes());
    }
}
