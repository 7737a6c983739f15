package dev.holdfast.internal.manager;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.Reply;
import dev.holdfast.Holds.Grant;
import dev.holdfast.Holds.Heartbeat;
import dev.holdfast.Holds.Renewal;
import dev.holdfast.LockRequest;
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
        SplitOnFailure.call(
                handleStates,
                (some, from) -> tell(
                        some,
                        locks.renew(heartbeats(some, activity, rebind)).stream()
                                .map(Optional::of)
                                .toList(),
                        (handleState, lost) -> finding.found(from + handleState, lost)));
    }

    @Override
    public void keepAlive(List<HandleState> handleStates, Finding finding) {
        SplitOnFailure.call(
                handleStates,
                (some, from) -> tell(
                        some,
                        locks.renewIfNotBusy(heartbeats(some, false, null)),
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

    @Override
    public void look(List<HandleState> handleStates, Finding finding) {
        SplitOnFailure.call(handleStates, (some, from) -> {
            List<Receipt> receipts = some.stream()
                    .flatMap(handleState -> handleState.receipts().stream())
                    .toList();
            tell(
                    some,
                    locks.look(receipts).stream().map(Optional::of).toList(),
                    (handleState, lost) -> finding.found(from + handleState, lost));
        });
    }

    /**
     * Reports each handle that has lost a hold, or has all of them. One with a busy hold is decided in a later round.
     *
     * @param answers empty for a hold that is neither renewed nor known to be lost
     */
    private static void tell(List<HandleState> handleStates, List<Optional<Renewal>> answers, Finding finding) {
        int next = 0;
        for (int i = 0; i < handleStates.size(); i++) {
            int size = handleStates.get(i).receipts().size();
            List<Optional<Renewal>> own = answers.subList(next, next + size);
            int lost = indexOfLost(own);
            boolean decided = own.stream().allMatch(Optional::isPresent);
            if (lost < 0 && decided) {
                learn(handleStates.get(i), own);
            }
            if (lost >= 0 || decided) {
                finding.found(i, lost < 0 ? Finding.NONE : lost);
            }
            next += size;
        }
    }

    private static int indexOfLost(List<Optional<Renewal>> answers) {
        for (int i = 0; i < answers.size(); i++) {
            if (answers.get(i).isPresent() && answers.get(i).get().hold().isEmpty()) {
                return i;
            }
        }
        return -1;
    }

    private static void learn(HandleState handleState, List<Optional<Renewal>> all) {
        List<Renewal> renewals = all.stream().map(Optional::orElseThrow).toList();
        handleState.learn(
                renewals.stream().map(renewal -> renewal.hold().orElseThrow()).toList(),
                renewals.stream()
                        .flatMap(renewal -> renewal.requests().stream())
                        .toList());
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
    public void shown(HandOverRequest request) {
        locks.requests().shown(request.resource(), request.holder().id(), request.id());
    }

    @Override
    public Optional<HandOverRequest> answer(HandOverRequest request, Reply reply) {
        return locks.requests().answer(request.resource(), request.holder().id(), request.id(), reply);
    }

    @Override
    public Grant grant(LockRequest request) {
        try {
            return locks.grant(request);
        } catch (InterruptedException e) {
            // It asks for no wait, so this comes from the way there and back.
            Thread.currentThread().interrupt();
            throw new IllegalStateException(
                    "Interrupted while asking " + locks.traits().address() + ".", e);
        }
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
