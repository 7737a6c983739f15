package dev.holdfast;

import dev.holdfast.rules.Policy;
import dev.holdfast.rules.ProcessId;
import dev.holdfast.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The holds of handles that a server decides about. */
final class RemoteHoldBackend implements HoldBackend {
    private static final int MOST_POLICIES = 1_000;

    private final Locks locks;
    /** They stay the same while whoever decides runs, and every handle needs one. */
    private final Map<String, Policy> policies = new ConcurrentHashMap<>();

    RemoteHoldBackend(Locks locks) {
        this.locks = locks;
    }

    @Override
    public Policy policy(String resource) {
        Policy known = policies.get(resource);
        if (known == null) {
            known = locks.policy(resource);
            if (policies.size() >= MOST_POLICIES) {
                policies.clear();
            }
            policies.put(resource, known);
        }
        return known;
    }

    @Override
    public void renew(List<Grip> grips, boolean activity, @Nullable List<ProcessId> rebind, Finding finding) {
        SplitOnFailure.call(grips, (some, from) -> {
            List<Heartbeat> beats = new ArrayList<>();
            for (Grip grip : some) {
                for (Receipt receipt : grip.receipts()) {
                    beats.add(new Heartbeat(receipt, activity, rebind, null));
                }
            }
            List<Renewal> renewals = locks.renew(beats);
            tell(
                    some,
                    renewals.stream().map(renewal -> renewal.hold().isPresent()).toList(),
                    (grip, lost) -> finding.found(from + grip, lost));
        });
    }

    @Override
    public void keepAlive(List<Grip> grips, Finding finding) {
        renew(grips, false, null, finding);
    }

    @Override
    public void look(List<Grip> grips, Finding finding) {
        SplitOnFailure.call(grips, (some, from) -> {
            List<Receipt> receipts =
                    some.stream().flatMap(grip -> grip.receipts().stream()).toList();
            tell(
                    some,
                    locks.holds(receipts).stream().map(Optional::isPresent).toList(),
                    (grip, lost) -> finding.found(from + grip, lost));
        });
    }

    private static void tell(List<Grip> grips, List<Boolean> held, Finding finding) {
        int next = 0;
        for (int i = 0; i < grips.size(); i++) {
            int size = grips.get(i).receipts().size();
            int lost = held.subList(next, next + size).indexOf(false);
            finding.found(i, lost < 0 ? Finding.NONE : lost);
            next += size;
        }
    }

    @Override
    public void release(Grip grip) {
        locks.release(grip.receipts());
    }

    @Override
    public boolean releaseIfNotBusy(Grip grip) {
        release(grip);
        return true;
    }

    @Override
    public Loss loss(Receipt receipt) {
        Loss unknown = new Loss(receipt.resource(), Optional.empty());
        try {
            return locks.loss(receipt).orElse(unknown);
        } catch (StoreException e) {
            return unknown;
        }
    }

    @Override
    public void tidy() {}
}
