package dev.holdfast.session;

import dev.holdfast.Hold;
import dev.holdfast.LockLostException;
import dev.holdfast.LockManager;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.Refusal;
import dev.holdfast.StoreException;
import dev.holdfast.internal.views.LockJson;
import dev.holdfast.internal.views.RefusalStatus;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Turns exceptions of locks into problems, with one sentence for the user. Thread-safe. */
public final class LockProblems {
    private static final Logger LOG = System.getLogger(LockProblems.class.getName());
    private static final int UNAVAILABLE = 503;

    private final LockManager locks;
    private final String help;

    /** @param help a sentence that says how to ask for a release; may be empty */
    public LockProblems(LockManager locks, String help) {
        this.locks = locks;
        this.help = help;
    }

    /** Returns the problem of an exception; null if it is not about locks. */
    public @Nullable LockProblem of(Throwable e) {
        if (e instanceof LockUnavailableException unavailable) {
            return unavailable(unavailable);
        }
        if (e instanceof LockNotHeldException notHeld) {
            return notHeld(notHeld);
        }
        if (e instanceof LockLostException lost) {
            return lost(lost);
        }
        if (e instanceof StaleVersionException || e instanceof StaleFenceException) {
            return stale((RuntimeException) e);
        }
        return e instanceof StoreException failed ? failed(failed) : null;
    }

    /** Returns the answer to a request that was refused a lock. */
    public LockProblem unavailable(LockUnavailableException e) {
        List<Refusal> refusals = e.refusals();
        Refusal.Reason reason = refusals.get(0).reason();
        int status = RefusalStatus.of(reason);
        String detail = refusals.stream()
                .map(refusal -> Sentences.sentence(refusal, locks))
                .collect(Collectors.joining(" "));
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("why", LockJson.label(reason));
        members.put("holders", holders(refusals));
        return new LockProblem(
                status,
                RefusalStatus.title(reason),
                status == RefusalStatus.LOCKED && !help.isEmpty() ? detail + " " + help : detail,
                members,
                RefusalStatus.isTemporary(reason)
                        ? RefusalStatus.pause(
                                refusals.stream().filter(this::tellsWhen),
                                refusals.get(0).asOf())
                        : null);
    }

    /** Returns the answer to a request that needs a lock which it does not hold. */
    public LockProblem notHeld(LockNotHeldException e) {
        return new LockProblem(
                RefusalStatus.CONFLICT,
                "Not locked",
                String.valueOf(e.getMessage()),
                Map.of("resource", e.resource()),
                null);
    }

    /** Returns the problem for data that another user has changed. */
    public LockProblem stale(RuntimeException e) {
        return new LockProblem(RefusalStatus.CONFLICT, "Out of date", Objects.toString(e.getMessage()), Map.of(), null);
    }

    /** Returns the answer to a request whose lock is lost. */
    public LockProblem lost(LockLostException e) {
        return new LockProblem(
                RefusalStatus.GONE,
                "Lost",
                Sentences.sentence(e.loss(), locks),
                Map.of("resource", e.loss().resource()),
                null);
    }

    /** Returns the problem for a store that failed. Its details are only logged. */
    public LockProblem failed(StoreException e) {
        LOG.log(Level.WARNING, e.getMessage());
        boolean unknown = e instanceof OutcomeUnknownException;
        return new LockProblem(
                UNAVAILABLE,
                unknown ? "Outcome unknown" : "Store unavailable",
                unknown
                        ? "It is unknown whether the lock was changed. Look at it again in a moment."
                        : "The locks cannot be reached now, and nothing was changed. Try again in a moment.",
                Map.of(),
                2L);
    }

    private List<Map<String, @Nullable Object>> holders(List<Refusal> refusals) {
        return refusals.stream()
                .flatMap(refusal -> refusal.holders().stream().map(judged -> holder(refusal.resource(), judged.hold())))
                .toList();
    }

    private Map<String, @Nullable Object> holder(String resource, Hold hold) {
        Privacy privacy = locks.admin().policy(resource).privacy();
        boolean open = privacy == Privacy.OPEN;
        Map<String, @Nullable Object> holder = new LinkedHashMap<>();
        holder.put("resource", resource);
        holder.put("name", privacy == Privacy.HIDDEN ? null : hold.owner().name());
        holder.put("since", open ? hold.since().toString() : null);
        holder.put("until", open && hold.until() != null ? hold.until().toString() : null);
        holder.put("note", open ? hold.note() : "");
        return holder;
    }

    private boolean tellsWhen(Refusal refusal) {
        return refusal.reason() == Refusal.Reason.TOO_SOON
                || locks.admin().policy(refusal.resource()).privacy() == Privacy.OPEN;
    }
}
