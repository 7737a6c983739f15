package dev.holdfast.cli.acquire;

import dev.holdfast.Acquisition;
import dev.holdfast.Holds;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.Receipt;
import dev.holdfast.Refusal;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.options.AcquireOptions;
import dev.holdfast.cli.terminal.ConflictChoice;
import dev.holdfast.cli.terminal.ConflictQuestion;
import dev.holdfast.cli.terminal.Signals;
import dev.holdfast.cli.terminal.TerminalUser;
import dev.holdfast.cli.terminal.WaitNotice;
import dev.holdfast.cli.terminal.WaitingText;
import dev.holdfast.internal.base.Durations;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Acquires locks as the options say. If the options leave it open and the policy asks, the user at the terminal chooses: wait,
 * cancel or override. Only the holds that the user has agreed to are overridden, no later ones.
 *
 * @param <A> the answer to a try
 */
public final class InteractiveAcquire<A> {
    private static final Duration DEFAULT_PAUSE = Duration.ofMinutes(2);

    private final CommandContext context;
    private final LockManager manager;
    private final Try<A> tries;
    private final Function<A, List<Refusal>> refusals;
    private final AcquireOptions how;
    private final Optional<TerminalUser> user;
    private final @Nullable Duration pause;
    private final Set<String> agreed = new HashSet<>();
    private boolean waited;

    private InteractiveAcquire(
            Try<A> tries,
            Function<A, List<Refusal>> refusals,
            CommandContext context,
            AcquireOptions how,
            Signals signals) {
        this.tries = tries;
        this.refusals = refusals;
        this.context = context;
        this.manager = context.manager();
        this.how = how;
        this.user = TerminalUser.at(context.environment(), context.options().noInput(), signals);
        // For tests, which cannot wait for minutes.
        String sooner = context.environment().variable("HOLDFAST_ASK_AFTER");
        this.pause = sooner == null ? null : Durations.parse(sooner);
    }

    /** Returns one whose locks this process keeps, with a handle. */
    public static InteractiveAcquire<Acquisition> withHandle(
            CommandContext context, AcquireOptions how, Signals signals) {
        return new InteractiveAcquire<>(context.manager()::tryAcquire, Acquisition::refusals, context, how, signals);
    }

    /** Returns one whose locks outlive this process. */
    public static InteractiveAcquire<Holds.Grant> withReceipts(
            CommandContext context, AcquireOptions how, Signals signals) {
        return new InteractiveAcquire<>(context::grant, Holds.Grant::refusals, context, how, signals);
    }

    /** Asks for locks once. */
    private interface Try<A> {
        A take(LockRequest request) throws InterruptedException;
    }

    /** Acquires all of them or none. Throws an {@link InterruptedException} at a signal; then nothing is acquired. */
    public A take(LockRequest request) throws InterruptedException {
        A answer = waiting(request, timeout(request));
        while (!refusals.apply(answer).isEmpty()) {
            Refusal asked = notAgreed(refusals.apply(answer));
            if (asked == null) {
                return tries.take(request.takeover(request.note()));
            }
            ConflictChoice choice = choose(asked);
            if (choice == null) {
                return answer;
            } else if (choice == ConflictChoice.CANCEL) {
                throw new CommandFailure(ExitCode.CANCELLED, "Cancelled; nothing was changed.");
            } else if (choice == ConflictChoice.WAIT) {
                answer = chosenWait(request, asked);
            } else {
                asked.holders().forEach(judged -> agreed.add(name(asked, judged)));
                agreed.add(asked.resource());
                answer = tries.take(request);
            }
        }
        return answer;
    }

    /** Returns the wait without a question: that of the option, else the longest default of the policies. */
    private Duration timeout(LockRequest request) {
        Duration longest = Duration.ZERO;
        if (how.timeout() != null) {
            return how.timeout();
        }
        for (String resource : request.resources()) {
            Duration byDefault = manager.admin().policy(resource).waiting().timeout();
            if (manager.admin().policy(resource).waiting().ask() != null) {
                return Duration.ZERO;
            }
            longest = byDefault.compareTo(longest) > 0 ? byDefault : longest;
        }
        return longest;
    }

    private A waiting(LockRequest request, Duration timeout) throws InterruptedException {
        if (timeout.isZero() || request.takeover() != null) {
            return tries.take(request);
        }
        Receipt ticket = Receipt.create(request.resources().get(0));
        LockRequest waitingRequest = request.receipt(ticket).timeout(timeout);
        WaitingText text = new WaitingText(manager, request.resources(), ticket, timeout);
        try (WaitNotice notice =
                WaitNotice.show(user, context.environment(), context.options().quiet(), text::now)) {
            A answer = tries.take(waitingRequest);
            if (refusals.apply(answer).isEmpty()) {
                notice.ring();
            }
            return answer;
        }
    }

    private A chosenWait(LockRequest request, Refusal asked) throws InterruptedException {
        waited = true;
        Duration timeout = pause(asked.resource());
        if (agreed.isEmpty()) {
            return waiting(request, timeout);
        }
        // The holds that the user agreed to override stay until then: there is no need to wait for them.
        List<String> open = new ArrayList<>(request.resources());
        open.removeAll(agreed);
        FreeWait.await(manager, open, timeout);
        return tries.take(request);
    }

    private Duration pause(String resource) {
        Duration ask = manager.admin().policy(resource).waiting().ask();
        return pause != null ? pause : ask == null ? DEFAULT_PAUSE : ask;
    }

    /** Returns the first refusal whose override the user has not agreed to, or null. */
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

    private static String name(Refusal refusal, LockView.Holder judged) {
        return refusal.resource() + '\n' + judged.hold().fence();
    }

    /** Returns the choice, or null if there is nothing to choose or no user to ask. */
    private @Nullable ConflictChoice choose(Refusal refusal) {
        boolean inTheWay = refusal.reason() == Refusal.Reason.HELD
                || refusal.reason() == Refusal.Reason.QUEUE
                || refusal.reason() == Refusal.Reason.QUEUE_FULL;
        if (inTheWay && how.yes() && ConflictQuestion.stale(refusal)) {
            return ConflictChoice.OVERRIDE;
        }
        var policy = manager.admin().policy(refusal.resource());
        boolean asks = policy.waiting().ask() != null && how.timeout() == null;
        if (!inTheWay || !asks || user.isEmpty()) {
            return null;
        }
        ZoneId zone = ZoneId.systemDefault();
        return user.get()
                .ask(
                        waited
                                ? ConflictQuestion.afterWaiting(refusal, policy, pause(refusal.resource()), zone)
                                : ConflictQuestion.of(refusal, policy, zone));
    }
}
