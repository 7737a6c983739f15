package dev.holdfast.internal.rules;

import dev.holdfast.Hold;
import dev.holdfast.LockEvent;
import dev.holdfast.Owner;
import dev.holdfast.ProcessId;
import java.util.List;

/** Estimates of how many bytes values take in memory, for buffers that are bounded by bytes. Rather too many than too few. */
public final class Weight {
    private static final int OBJECT = 200;

    private Weight() {}

    public static int of(LockState state) {
        int weight = OBJECT;
        for (int i = 0; i < state.holds().size(); i++) {
            weight += of(state.holds().get(i));
        }
        for (int i = 0; i < state.queue().size(); i++) {
            weight += of(state.queue().get(i));
        }
        for (OpenRequest request : state.requests().list()) {
            weight += 2 * OBJECT
                    + of(request.message())
                    + of(request.reply())
                    + of(request.claim().note());
            weight += of(request.claim().owner()) + of(request.holder());
        }
        return weight;
    }

    public static int of(Hold hold) {
        int weight = 2 * OBJECT + of(hold.note()) + of(hold.slot()) + of(hold.type()) + of(hold.owner());
        weight += 100 * hold.entries().size();
        for (List<ProcessId> bond : hold.bonds()) {
            weight += ofAll(bond);
        }
        return weight;
    }

    public static int of(Ticket ticket) {
        return OBJECT + of(ticket.claim().note()) + of(ticket.claim().owner());
    }

    public static int of(LockEvent event) {
        return OBJECT + of(event.resource()) + of(event.hold()) + of(event.actor()) + of(event.reason());
    }

    public static int of(String text) {
        return 2 * text.length();
    }

    public static int of(Owner owner) {
        return OBJECT + of(owner.id()) + of(owner.name()) + of(owner.user()) + ofAll(owner.processes());
    }

    private static int ofAll(List<ProcessId> processes) {
        int weight = 0;
        for (ProcessId process : processes) {
            weight += OBJECT + of(process.host()) + of(process.boot()) + of(process.namespace()) + of(process.start());
        }
        return weight;
    }
}
