package dev.holdfast.internal.manager;

import dev.holdfast.Hold;
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

    /** The answer about one hold. */
    private enum HoldAnswer {
        HELD,
        LOST,
        /** Neither renewed nor known to be lost. */
        BUSY
    }

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
        SplitOnFailure.call(
                handleStates,
                (some, from) -> tell(
                        some,
                        locks.renew(heartbeats(some, activity, rebind)).stream()
                                .map(RemoteHoldBackend::answer)
                                .toList(),
                        (handleState, lost) -> finding.found(from + handleState, lost)));
    }

    @Override
    public void keepAlive(List<HandleState> handleStates, Finding finding) {
        SplitOnFailure.call(
                handleStates,
                (some, from) -> tell(
                        some,
                        locks.renewIfNotBusy(heartbeats(some, false, null)).stream()
                                .map(renewal ->
                                        renewal.map(RemoteHoldBackend::answer).orElse(HoldAnswer.BUSY))
                                .toList(),
                        (handleState, lost) -> finding.found(from + handleState, lost)));
    }

    private static List<Heartbeat> heartbeats(
            List<HandleState> handleStates, boolean activity, @Nullable List<ProcessId> rebind) {
        List<Heartbeat> heartbeats = new ArrayList<>();
        for (HandleState handleState : handleStates) {
            for (Receipt receipt : handleState.receipts()) {
                heartbeats.add(new Heartbeat(receipt, activity, rebind));
            }
        }
        return heartbeats;
    }

    private static HoldAnswer answer(Renewal renewal) {
        return answer(renewal.hold());
    }

    private static HoldAnswer answer(Optional<Hold> hold) {
        return hold.isPresent() ? HoldAnswer.HELD : HoldAnswer.LOST;
    }

    @Override
    public void look(List<HandleState> handleStates, Finding finding) {
        SplitOnFailure.call(handleStates, (some, from) -> {
            List<Receipt> receipts = some.stream()
                    .flatMap(handleState -> handleState.receipts().stream())
                    .toList();
            tell(
                    some,
                    locks.view(receipts).stream().map(hold -> answer(hold)).toList(),
                    (handleState, lost) -> finding.found(from + handleState, lost));
        });
    }

    /** Reports each handle that has lost a hold, or has all of them. One with a busy hold is decided in a later round. */
    private static void tell(List<HandleState> handleStates, List<HoldAnswer> holds, Finding finding) {
        int next = 0;
        for (int i = 0; i < handleStates.size(); i++) {
            int size = handleStates.get(i).receipts().size();
            List<HoldAnswer> own = holds.subList(next, next + size);
            int lost = own.indexOf(HoldAnswer.LOST);
            if (lost >= 0 || !own.contains(HoldAnswer.BUSY)) {
                finding.found(i, lost < 0 ? Finding.NONE : lost);
            }
            next += size;
        }
    }

    @Override
    public void release(HandleState handleState) {
        locks.release(handleState.receipts());
    }

    @Override
    public boolean releaseIfNotBusy(HandleState handleState) {
        return locks.releaseIfNotBusy(handleState.receipts()).isPresent();
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
