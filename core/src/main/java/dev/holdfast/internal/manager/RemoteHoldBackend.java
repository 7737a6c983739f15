package dev.holdfast.internal.manager;

import dev.holdfast.Holds.Heartbeat;
import dev.holdfast.Holds.Renewal;
import dev.holdfast.Loss;
import dev.holdfast.Policy;
import dev.holdfast.ProcessId;
import dev.holdfast.Receipt;
import dev.holdfast.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The holds of handles that a server decides about. */
final class RemoteHoldBackend implements HoldBackend {
    private static final int MAX_POLICIES = 1_000;

    private final Locks locks;
    /** The policies by resource. They stay the same while the server runs, and every handle needs one. */
    private final Map<String, Policy> policies = new ConcurrentHashMap<>();

    RemoteHoldBackend(Locks locks) {
        this.locks = locks;
    }

    @Override
    public Policy policy(String resource) {
        Policy known = policies.get(resource);
        if (known == null) {
            known = locks.policy(resource);
            if (policies.size() >= MAX_POLICIES) {
                policies.clear();
            }
            policies.put(resource, known);
        }
        return known;
    }

    @Override
    public void renew(
            List<HandleState> handleStates, boolean activity, @Nullable List<ProcessId> rebind, Finding finding) {
        SplitOnFailure.call(handleStates, (some, from) -> {
            List<Heartbeat> heartbeats = new ArrayList<>();
            for (HandleState handleState : some) {
                for (Receipt receipt : handleState.receipts()) {
                    heartbeats.add(new Heartbeat(receipt, activity, rebind));
                }
            }
            List<Renewal> renewals = locks.renew(heartbeats);
            tell(
                    some,
                    renewals.stream().map(renewal -> renewal.hold().isPresent()).toList(),
                    (handleState, lost) -> finding.found(from + handleState, lost));
        });
    }

    @Override
    public void keepAlive(List<HandleState> handleStates, Finding finding) {
        renew(handleStates, false, null, finding);
    }

    @Override
    public void look(List<HandleState> handleStates, Finding finding) {
        SplitOnFailure.call(handleStates, (some, from) -> {
            List<Receipt> receipts = some.stream()
                    .flatMap(handleState -> handleState.receipts().stream())
                    .toList();
            tell(
                    some,
                    locks.view(receipts).stream().map(Optional::isPresent).toList(),
                    (handleState, lost) -> finding.found(from + handleState, lost));
        });
    }

    private static void tell(List<HandleState> handleStates, List<Boolean> held, Finding finding) {
        int next = 0;
        for (int i = 0; i < handleStates.size(); i++) {
            int size = handleStates.get(i).receipts().size();
            int lost = held.subList(next, next + size).indexOf(false);
            finding.found(i, lost < 0 ? Finding.NONE : lost);
            next += size;
        }
    }

    @Override
    public void release(HandleState handleState) {
        locks.release(handleState.receipts());
    }

    @Override
    public boolean releaseIfNotBusy(HandleState handleState) {
        release(handleState);
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
