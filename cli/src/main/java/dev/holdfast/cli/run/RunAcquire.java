package dev.holdfast.cli.run;

import dev.holdfast.Hold;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.Owner;
import dev.holdfast.ProcessId;
import dev.holdfast.cli.acquire.InteractiveAcquire;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.options.AcquireOptions;
import dev.holdfast.cli.terminal.Signals;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Acquires all locks of a command, or none. It enters holds that it may enter, and acquires the others for an owner of its own. */
public final class RunAcquire {
    private final CommandContext context;
    private final LockManager manager;
    private final AcquireOptions how;
    private final Signals signals;

    public RunAcquire(CommandContext context, AcquireOptions how, Signals signals) {
        this.context = context;
        this.manager = context.manager();
        this.how = how;
        this.signals = signals;
    }

    /**
     * Takes all of them, for the command that those processes are.
     *
     * @throws LockUnavailableException if others have one of them; then nothing is held
     */
    public HeldLocks take(List<String> resources, List<ProcessId> processes) throws InterruptedException {
        EnterableHolds entrance = new EnterableHolds(context);
        List<LockHandle> handles = new ArrayList<>();
        List<String> rest = new ArrayList<>();
        try {
            for (String resource : new TreeSet<>(resources)) {
                Optional<Hold> hold = entrance.into(resource);
                LockHandle entered = hold.isPresent() ? entered(resource, hold.get(), processes) : null;
                if (entered == null) {
                    rest.add(resource);
                } else {
                    handles.add(entered);
                }
            }
            if (!rest.isEmpty()) {
                Owner owner = context.instance().processOwner().bound(processes);
                handles.add(InteractiveAcquire.withHandle(context, how, signals)
                        .take(how.request(rest).owner(owner))
                        .orThrow());
            }
        } catch (InterruptedException | RuntimeException e) {
            release(handles, e);
            throw e;
        }
        return new HeldLocks(manager, handles, entrance.handed());
    }

    /** Returns null if the hold ended in this moment, so that a new one was acquired. */
    private @Nullable LockHandle entered(String resource, Hold hold, List<ProcessId> processes)
            throws InterruptedException {
        LockHandle handle = manager.acquire(how.request(List.of(resource)).owner(hold.owner()));
        if (handle.fence() != hold.fence()) {
            handle.close();
            return null;
        }
        // One that is bound to no process outlives this command; any other must not end before it.
        if (!hold.owner().processes().isEmpty()) {
            Set<ProcessId> all = new LinkedHashSet<>(hold.owner().processes());
            all.addAll(processes);
            handle.bind(List.copyOf(all));
        }
        return handle;
    }

    private static void release(List<LockHandle> handles, Exception because) {
        for (LockHandle handle : handles) {
            try {
                handle.close();
            } catch (RuntimeException e) {
                because.addSuppressed(e);
            }
        }
    }
}
