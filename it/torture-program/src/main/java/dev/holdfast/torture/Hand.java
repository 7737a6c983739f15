package dev.holdfast.torture;

import dev.holdfast.Acquisition;
import dev.holdfast.LockHandle;
import dev.holdfast.LockLostException;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Mode;
import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.StoreException;
import dev.holdfast.torture.history.History;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Outcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The operations of one thread of a worker, each written into the history. */
final class Hand {
    private final LockManager locks;
    private final History history;
    private final RegisterClient register;
    private final boolean deaf;
    private final boolean lockless;
    private @Nullable Held lastHeld;

    Hand(LockManager locks, History history, RegisterClient register, boolean deaf, boolean lockless) {
        this.locks = locks;
        this.history = history;
        this.register = register;
        this.deaf = deaf;
        this.lockless = lockless;
    }

    RegisterClient register() {
        return register;
    }

    /** Asks for locks. Returns null if they are not granted. */
    @Nullable
    Held acquire(LockRequest request) throws InterruptedException {
        Held before = lastHeld;
        if (lockless && before != null && before.resources().equals(request.resources())) {
            return withoutLock(before);
        }
        Owner owner = request.owner();
        History.Pending operation = history.operation(request.takeover() == null ? Kind.ACQUIRE : Kind.TAKEOVER)
                .resources(request.resources())
                .mode(request.mode());
        if (owner != null) {
            operation.owner(owner.id()).user(owner.user());
        }
        operation.begin();
        @Nullable Held held = null;
        Outcome outcome = Outcome.REFUSED;
        try {
            Acquisition acquisition = locks.tryAcquire(request);
            if (acquisition.granted()) {
                held = held(operation, acquisition.orThrow(), owner, request.mode());
                outcome = Outcome.GRANTED;
            }
        } catch (RuntimeException e) {
            outcome = outcome(e, operation);
        }
        operation.end(outcome);
        if (held != null) {
            watch(held);
            lastHeld = held;
        }
        return held;
    }

    /** Works by the fence of an earlier hold: a planted defect. */
    private Held withoutLock(Held before) {
        History.Pending operation = history.operation(Kind.ACQUIRE)
                .resources(before.resources())
                .owner(before.owner() + "/without")
                .begin();
        operation.granted("none", before.fences()).end(Outcome.GRANTED);
        lastHeld = null;
        return new Held(
                operation.id(),
                before.owner() + "/without",
                "",
                before.mode(),
                before.resources(),
                before.fences(),
                null);
    }

    /** Takes up holds that another process left. */
    @Nullable
    Held attach(List<Receipt> receipts) {
        History.Pending operation = history.operation(Kind.ATTACH)
                .resources(receipts.stream().map(Receipt::resource).toList())
                .begin();
        @Nullable Held held = null;
        Outcome outcome;
        try {
            held = held(operation, locks.attach(receipts), null, Mode.EXCLUSIVE);
            outcome = Outcome.GRANTED;
        } catch (RuntimeException e) {
            outcome = outcome(e, operation);
        }
        operation.end(outcome);
        if (held != null) {
            watch(held);
        }
        return held;
    }

    private static Held held(History.Pending operation, LockHandle handle, @Nullable Owner owner, Mode mode) {
        Owner found = owner == null ? handle.holds().get(0).owner() : owner;
        List<Long> fences = new ArrayList<>();
        handle.resources().forEach(resource -> fences.add(handle.fence(resource)));
        operation.owner(found.id()).granted(handle.receipts().get(0).holdId().toString(), fences);
        return new Held(operation.id(), found.id(), found.user(), mode, handle.resources(), fences, handle);
    }

    /** Records a loss when the handle reports it. */
    private void watch(Held held) {
        LockHandle handle = held.handle();
        if (handle != null) {
            handle.onLoss(loss -> history.operation(Kind.LOST)
                    .of(held.grant())
                    .resources(List.of(loss.resource()))
                    .happened(Outcome.DONE));
        }
    }

    /** Returns a moment for which the worker holds for certain, by what the handle says; 0 if it does not. */
    long check(Held held) {
        long before = System.nanoTime();
        LockHandle handle = held.handle();
        return handle == null || deaf || handle.isHeld() ? before : 0;
    }

    /** Writes to the register if the lock is still held. Returns false if it is not, or if the register refused. */
    boolean write(Held held) {
        long checked = check(held);
        if (checked == 0) {
            return false;
        }
        History.Pending operation = history.operation(Kind.WRITE)
                .of(held.grant())
                .resources(held.resources())
                .owner(held.owner())
                .checked(checked)
                .begin();
        boolean accepted = true;
        for (int i = 0; i < held.resources().size(); i++) {
            String resource = held.resources().get(i);
            if (held.mode() == Mode.SHARED) {
                register.read(resource); // readers only read, and may have their fences in any order
            } else {
                accepted &= register.write(resource, held.fences().get(i), held.owner());
            }
        }
        operation.end(accepted ? Outcome.DONE : Outcome.REFUSED);
        return accepted;
    }

    /** Updates a counter that nothing but the lock guards. */
    void count(Held held, Runnable between) {
        String counter = held.resources().get(0);
        long read = register.read(counter);
        between.run();
        long checked = check(held);
        if (checked != 0) {
            register.count(counter, read, held.owner());
        }
    }

    /** Asks the store whether the fence counts. */
    void verify(Held held) {
        History.Pending operation = on(Kind.VERIFY, held);
        doing(
                operation,
                () -> locks.holds()
                        .verifyFence(held.resources().get(0), held.fences().get(0)),
                () -> check(held));
    }

    void renew(Held held) {
        LockHandle handle = held.handle();
        if (handle != null) {
            doing(
                    on(Kind.RENEW, held),
                    () -> {
                        handle.heartbeat();
                        return true;
                    },
                    () -> 0);
        }
    }

    void release(Held held) {
        LockHandle handle = held.handle();
        History.Pending operation = history.operation(Kind.RELEASE)
                .of(held.grant())
                .resources(held.resources())
                .owner(held.owner())
                .user(held.user())
                .checked(check(held))
                .begin();
        boolean lost = handle != null && handle.lost().isDone();
        doing(
                operation,
                () -> {
                    if (handle != null) {
                        handle.close();
                    }
                    return true;
                },
                () -> 0);
        if (lost && handle != null && held.resources().size() > 1) {
            remainder(held, handle);
        }
    }

    /** Leaves the hold to the process that takes its receipts. Returns whether it was still there. */
    boolean detach(Held held) {
        LockHandle handle = held.handle();
        if (handle == null) {
            return false;
        }
        List<Receipt> receipts = new ArrayList<>();
        boolean done = doing(
                history.operation(Kind.DETACH)
                        .of(held.grant())
                        .resources(held.resources())
                        .owner(held.owner())
                        .checked(check(held))
                        .begin(),
                () -> receipts.addAll(handle.detach()),
                () -> 0);
        if (done) {
            register.offer(String.join(" ", receipts.stream().map(Receipt::text).toList()));
        }
        return done;
    }

    void force(String resource) {
        doing(
                history.operation(Kind.FORCE).resources(List.of(resource)).begin(),
                () -> {
                    locks.admin().forceRelease(resource, "torture", "on purpose");
                    return true;
                },
                () -> 0);
    }

    /** Ends an owner. Returns whether it has ended for certain. */
    boolean endOwner(String owner) {
        return doing(
                history.operation(Kind.END_OWNER).owner(owner).begin(),
                () -> {
                    locks.admin().endOwner(owner);
                    return true;
                },
                () -> 0);
    }

    /** Looks whether an owner holds anything. */
    void listOwner(String owner) {
        History.Pending operation =
                history.operation(Kind.LIST_OWNER).owner(owner).begin();
        doing(
                operation,
                () -> {
                    long held = locks.holds().listByOwner(owner).stream()
                            .flatMap(view -> view.holders().stream())
                            .filter(judged -> !judged.state().ended()
                                    && judged.hold().owner().id().equals(owner))
                            .count();
                    operation.count(held);
                    return true;
                },
                () -> 0);
    }

    /** Looks until nothing is left of a lost handle, for a bounded number of answers. */
    private void remainder(Held held, LockHandle handle) {
        Collection<Receipt> receipts = handle.receipts();
        History.Pending operation = history.operation(Kind.REMAINDER)
                .of(held.grant())
                .resources(held.resources())
                .owner(held.owner())
                .begin();
        doing(
                operation,
                () -> {
                    long left = 1;
                    for (int looks = 0; left > 0 && looks < 100; looks++) {
                        Pauses.millis(looks == 0 ? 0 : 100);
                        left = locks.holds().view(List.copyOf(receipts)).stream()
                                .filter(Optional::isPresent)
                                .count();
                    }
                    operation.count(left);
                    return true;
                },
                () -> 0);
    }

    private History.Pending on(Kind kind, Held held) {
        return history.operation(kind)
                .of(held.grant())
                .resources(held.resources())
                .owner(held.owner())
                .begin();
    }

    /** Runs it and writes its end. Returns whether it was done. */
    private boolean doing(History.Pending operation, BooleanSupplier deed, LongSupplier checked) {
        Outcome outcome;
        try {
            outcome = deed.getAsBoolean() ? Outcome.DONE : Outcome.REFUSED;
        } catch (RuntimeException e) {
            outcome = outcome(e, operation);
        }
        long after = checked.getAsLong();
        if (after != 0) {
            operation.checked(after);
        }
        operation.end(outcome);
        if (outcome == Outcome.FAILED || outcome == Outcome.UNKNOWN) {
            Pauses.millis(5); // the store is away
        }
        return outcome == Outcome.DONE;
    }

    private static Outcome outcome(RuntimeException e, History.Pending operation) {
        operation.note(e.toString());
        if (e instanceof LockLostException) {
            return Outcome.LOST;
        } else if (e instanceof OutcomeUnknownException) {
            return Outcome.UNKNOWN;
        } else if (e instanceof StoreException) {
            return Outcome.FAILED;
        }
        StringBuilder note = new StringBuilder(e.toString());
        for (StackTraceElement frame : e.getStackTrace()) {
            note.append(" at ").append(frame);
        }
        operation.note(note.toString());
        return Outcome.ERROR;
    }
}
