package dev.holdfast.internal.manager;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.Reply;
import dev.holdfast.Holds.Grant;
import dev.holdfast.LockRequest;
import dev.holdfast.Loss;
import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.Policy;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.ProcessId;
import dev.holdfast.Receipt;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.spi.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The holds of handles in a store. A handle remembers its records, which saves a read before the next change. */
final class StoreHoldBackend implements HoldBackend {
    private final Engine engine;
    private final Acquirer acquirer;

    StoreHoldBackend(Engine engine) {
        this.engine = engine;
        this.acquirer = new Acquirer(engine, engine.clocks(), new DefaultOwner(null));
    }

    @Override
    public Policy policy(String resource) {
        return engine.policy(resource);
    }

    @Override
    public void renew(
            List<HandleState> handleStates, boolean activity, @Nullable List<ProcessId> rebind, Finding finding) {
        List<Attempt> attempts = renewals(handleStates, activity, rebind);
        try {
            engine.runAll(attempts);
        } finally {
            report(handleStates, attempts, finding);
        }
    }

    @Override
    public void keepAlive(List<HandleState> handleStates, Finding finding) {
        List<Attempt> attempts = renewals(handleStates, false, null);
        engine.runWithoutWaiting(attempts);
        report(handleStates, attempts, finding);
        for (int i = 0; i < attempts.size(); i++) {
            RuntimeException failure = attempts.get(i).failure();
            if (failure instanceof OutcomeUnknownException) {
                // Another renewal is right whether or not this one was applied; but the version to expect is unknown.
                handleStates.get(i).learn(Snapshot.ASSUMED_ABSENT);
            }
        }
        for (Attempt attempt : attempts) {
            if (attempt.failure() != null) {
                throw attempt.failure();
            }
        }
    }

    private List<Attempt> renewals(List<HandleState> handleStates, boolean activity, @Nullable List<ProcessId> rebind) {
        List<Attempt> attempts = new ArrayList<>(handleStates.size());
        for (HandleState handleState : handleStates) {
            attempts.add(attempt(handleState, receipt -> new Command.Renew(receipt.holdId(), activity, rebind)));
        }
        return attempts;
    }

    private static void report(List<HandleState> handleStates, List<Attempt> attempts, Finding finding) {
        for (int i = 0; i < attempts.size(); i++) {
            if (attempts.get(i).answer() == Attempt.Answer.DONE) {
                handleStates.get(i).learn(attempts.get(i).snapshot());
                finding.found(i, lost(attempts.get(i)));
            }
        }
    }

    private static int lost(Attempt attempt) {
        for (int i = 0; i < attempt.outcomes().size(); i++) {
            if (attempt.outcomes().get(i) instanceof Outcome.NotHeld) {
                return i;
            }
        }
        return Finding.NONE;
    }

    @Override
    public void look(List<HandleState> handleStates, Finding finding) {
        SplitOnFailure.call(handleStates, (some, from) -> {
            Snapshot now = engine.look(some.stream()
                    .flatMap(handleState -> handleState.receipts().stream())
                    .map(receipt -> Key.lock(receipt.resource()))
                    .distinct()
                    .toList());
            for (int i = 0; i < some.size(); i++) {
                some.get(i).learn(now);
                finding.found(from + i, lost(some.get(i).receipts(), now));
            }
        });
    }

    private static int lost(List<Receipt> receipts, Snapshot now) {
        for (int i = 0; i < receipts.size(); i++) {
            Receipt receipt = receipts.get(i);
            if (now.lock(Key.lock(receipt.resource())).holdOf(receipt.holdId()) == null) {
                return i;
            }
        }
        return Finding.NONE;
    }

    @Override
    public void release(HandleState handleState) {
        engine.runOnNews(attempt(handleState, receipt -> new Command.Release(receipt.holdId())));
    }

    @Override
    public boolean releaseIfNotBusy(HandleState handleState) {
        Attempt attempt = attempt(handleState, receipt -> new Command.Release(receipt.holdId()));
        engine.runWithoutWaiting(List.of(attempt));
        return attempt.answer() == Attempt.Answer.DONE;
    }

    private Attempt attempt(HandleState handleState, Function<Receipt, Command> command) {
        return new Attempt(
                engine.steps(handleState.receipts(), command),
                handleState.snapshot().remembered());
    }

    @Override
    public void shown(HandOverRequest request) {
        Command show = new Command.Show(request.holder().id(), request.id());
        engine.run(request.resource(), show, Snapshot.ASSUMED_ABSENT);
    }

    @Override
    public Optional<HandOverRequest> answer(HandOverRequest request, Reply reply) {
        return RequestCalls.answer(engine, request.resource(), request.holder().id(), request.id(), reply);
    }

    @Override
    public Grant grant(LockRequest request) {
        return acquirer.atOnce(request, acquirer.receipts(request)).grant();
    }

    @Override
    public Loss loss(Receipt receipt) {
        Loss loss = engine.loss(receipt.resource(), receipt.holdId());
        return policy(receipt.resource()).privacy() == Privacy.HIDDEN ? loss.anonymous() : loss;
    }

    @Override
    public void tidy() {
        engine.signals().tidy();
    }
}
