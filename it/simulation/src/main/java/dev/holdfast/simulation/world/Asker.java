package dev.holdfast.simulation.world;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.RequestState;
import dev.holdfast.LockHandle;
import dev.holdfast.LockRequest;
import dev.holdfast.Mode;
import dev.holdfast.Receipt;
import dev.holdfast.Requests;
import dev.holdfast.Requests.Asked;
import dev.holdfast.StoreException;
import dev.holdfast.simulation.Scheduler;
import java.util.List;

/** A caller that asks a holder to hand over: it waits for the answer, or in the queue, or withdraws, or forgets about it. */
final class Asker {
    private static final long SECOND = 1_000_000_000L;

    private final Caller caller;
    private final Scheduler scheduler;
    private final Settings settings;
    private final Judge judge;
    private final Machine machine;
    private final Yard yard;

    Asker(Caller caller, Scheduler scheduler, Settings settings, Judge judge, Machine machine, Yard yard) {
        this.caller = caller;
        this.scheduler = scheduler;
        this.settings = settings;
        this.judge = judge;
        this.machine = machine;
        this.yard = yard;
    }

    void ask(LockRequest wanted) throws InterruptedException {
        Receipt receipt = Receipt.create(wanted.resources().get(0));
        LockRequest request =
                wanted.mode(scheduler.oneIn(4) ? Mode.SHARED : Mode.EXCLUSIVE).receipt(receipt);
        String owner = request.owner() == null ? "" : request.owner().id();
        try (Yard.Stay stay = yard.stays(owner)) {
            try {
                Asked asked = requests().ask(request, "please");
                scheduler.note(() -> owner + " asks for " + receipt.resource() + ": "
                        + (asked.refusal() == null ? asked.requests().size() + " holders" : asked.refusal()));
                if (asked.refusal() == null && await(request, receipt) && scheduler.oneIn(8)) {
                    scheduler.note(() -> owner + " forgets what it asked for");
                    stay.forEver();
                    return;
                }
                requests().withdraw(receipt);
                machine.manager().holds().release(receipt);
            } catch (StoreException | IllegalStateException e) {
                stay.forEver();
                throw e;
            }
        }
    }

    private Requests requests() {
        return machine.manager().holds().requests();
    }

    /** Waits for an answer, and takes what is handed over. Returns whether it has no answer, and nothing. */
    private boolean await(LockRequest request, Receipt receipt) throws InterruptedException {
        if (scheduler.oneIn(3)) {
            return !take(caller.waiting(request));
        }
        long end = scheduler.now() + settings.asks(scheduler);
        while (scheduler.now() < end) {
            long before = scheduler.now();
            List<HandOverRequest> now = requests().find(receipt);
            judge.found(now, before);
            if (now.stream().anyMatch(one -> one.state() == RequestState.HANDED)) {
                return !take(request);
            } else if (now.stream().allMatch(one -> one.state().ended())) {
                // Under an old receipt that is no other request.
                return scheduler.oneIn(3)
                        && !requests().ask(request, "again").requests().isEmpty();
            }
            scheduler.sleep(scheduler.random(SECOND / 10, 2 * SECOND));
        }
        return true;
    }

    private boolean take(LockRequest request) throws InterruptedException {
        LockHandle handle = caller.acquire(request);
        if (handle != null) {
            caller.work(handle);
        }
        return handle != null;
    }
}
