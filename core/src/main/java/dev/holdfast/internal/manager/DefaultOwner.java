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

    /** Returns whom the manager stands for. */
    Owner get() {
        return given == null ? process() : given;
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
        if (named != null) {
            return named;
        }
        return create(process().name());
    }

    /** Returns an owner of its own with that name, bound to this process whatever the manager stands for. */
    Owner create(String name) {
        Owner base = process();
        return new Owner(base.id() + "/" + made.incrementAndGet(), name, get().user(), base.processes());
    }
}
