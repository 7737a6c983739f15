package dev.holdfast.cli.acquire;

import dev.holdfast.Acquisition;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Receipt;
import dev.holdfast.Refusal;
import dev.holdfast.cli.Call;
import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.ExitCode;
import dev.holdfast.cli.options.AcquireOptions;
import dev.holdfast.cli.terminal.Choice;
import dev.holdfast.cli.terminal.Person;
import dev.holdfast.cli.terminal.Question;
import dev.holdfast.cli.terminal.Signals;
import dev.holdfast.cli.terminal.WaitingLine;
import dev.holdfast.rules.Durations;
import dev.holdfast.rules.Outcome;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes locks as the options say. Where they leave it open, and the policy waits by asking, somebody at the terminal is asked:
 * wait, cancel or override. What was agreed to is overridden, and nobody else who came in the meantime.
 */
public final class Taking {
    private static final Duration USUAL_PAUSE = Duration.ofMinutes(2);

    private final LockManager manager;
    private final AcquireOptions how;
    private final Optional<Person> person;
    private final @Nullable Duration pause;
    private final Set<String> agreed = new HashSet<>();
    private boolean waited;

    public Taking(Call call, AcquireOptions how, Signals signals) {
        this.manager = call.manager();
        this.how = how;
        this.person = Person.at(call.surroundings(), call.options().noInput(), signals);
        // For tests, which cannot wait for minutes.
        String sooner = call.surroundings().variable("HOLDFAST_ASK_AFTER");
        this.pause = sooner == null ? null : Durations.parse(sooner);
    }

    /** All or none, or why not. Throws an {@link InterruptedException} at a signal, and then nothing is taken. */
    public Acquisition take(LockRequest request) throws InterruptedException {
        Acquisition answer = waiting(request, patience(request));
        while (!answer.granted()) {
            Refusal asked = notAgreed(answer.refusals());
            if (asked == null) {
                return manager.tryAcquire(request.takeover(request.note()));
            }
            Choice choice = choose(asked);
            if (choice == null) {
                return answer;
            } else if (choice == Choice.CANCEL) {
                throw new CommandFailure(ExitCode.CANCELLED, "Cancelled; nothing was changed.");
            } else if (choice == Choice.WAIT) {
                answer = chosenWait(request, asked);
            } else {
                asked.holders().forEach(judged -> agreed.add(name(asked, judged)));
                agreed.add(asked.resource());
                answer = manager.tryAcquire(request);
            }
        }
        return answer;
    }

    /** How long to wait without being asked: as the option says, else as is usual where nobody is asked. */
    private Duration patience(LockRequest request) {
        Duration longest = Duration.ZERO;
        if (how.patience() != null) {
            return how.patience();
        }
        for (String resource : request.resources()) {
            Duration usual = manager.policy(resource).waiting().usual();
            if (manager.policy(resource).waiting().ask() != null) {
                return Duration.ZERO;
            }
            longest = usual.compareTo(longest) > 0 ? usual : longest;
        }
        return longest;
    }

    private Acquisition waiting(LockRequest request, Duration patience) throws InterruptedException {
        if (patience.isZero() || request.takeover() != null) {
            return manager.tryAcquire(request);
        }
        Receipt ticket = Receipt.create(request.resources().get(0));
        LockRequest patient = request.receipt(ticket).waiting(patience);
        if (person.isEmpty()) {
            return manager.tryAcquire(patient);
        }
        try (WaitingLine line = WaitingLine.show(person.get(), manager, request.resources(), ticket, patience)) {
            Acquisition answer = manager.tryAcquire(patient);
            if (answer.granted()) {
                line.ring();
            }
            return answer;
        }
    }

    private Acquisition chosenWait(LockRequest request, Refusal asked) throws InterruptedException {
        waited = true;
        Duration patience = pause(asked.resource());
        if (agreed.isEmpty()) {
            return waiting(request, patience);
        }
        // The others stay where they are until they are overridden: waiting for them would be in vain.
        List<String> open = new ArrayList<>(request.resources());
        open.removeAll(agreed);
        Free.await(manager, open, patience);
        return manager.tryAcquire(request);
    }

    private Duration pause(String resource) {
        Duration ask = manager.policy(resource).waiting().ask();
        return pause != null ? pause : ask == null ? USUAL_PAUSE : ask;
    }

    /** The first that is in the way without anybody having agreed to its override, or null. */
    private @Nullable Refusal notAgreed(List<Refusal> refusals) {
        for (Refusal refusal : refusals) {
            boolean all = agreed.contains(refusal.resource())
                    && refusal.holders().stream().allMatch(judged -> agreed.contains(name(refusal, judged)));
            if (!all) {
                return refusal;
            }
        }
        return null;
    }

    private static String name(Refusal refusal, Outcome.Judged judged) {
        return refusal.resource() + '\n' + judged.hold().fence();
    }

    /** Null if there is nothing to choose, or nobody to ask. */
    private @Nullable Choice choose(Refusal refusal) {
        boolean inTheWay = refusal.reason() == Outcome.Reason.HELD
                || refusal.reason() == Outcome.Reason.LINE
                || refusal.reason() == Outcome.Reason.LINE_FULL;
        if (inTheWay && how.yes() && Question.stale(refusal)) {
            return Choice.OVERRIDE;
        }
        var policy = manager.policy(refusal.resource());
        boolean asks = policy.waiting().ask() != null && how.patience() == null;
        if (!inTheWay || !asks || person.isEmpty()) {
            return null;
        }
        ZoneId zone = ZoneId.systemDefault();
        return person.get()
                .ask(
                        waited
                                ? Question.afterWaiting(refusal, policy, pause(refusal.resource()), zone)
                                : Question.of(refusal, policy, zone));
    }
}
