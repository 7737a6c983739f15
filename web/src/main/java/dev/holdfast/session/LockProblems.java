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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Turns exceptions of locks into problems, with one sentence for the user. Thread-safe. */
public final class LockProblems {
    private static final Logger LOG = System.getLogger(LockProblems.class.getName());
    private static final int UNAVAILABLE = 503;
    private static final String DEFAULT_HELP = "An administrator can release it.";

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
                status == RefusalStatus.LOCKED && !help.isEmpty() ? detail + " " + help() : detail,
                members,
                RefusalStatus.isTemporary(reason)
                        ? RefusalStatus.pause(
                                refusals.stream().filter(this::tellsWhen),
                                refusals.get(0).asOf())
                        : null);
    }

    /** Returns the sentence of the application, or the default one in the user's language. */
    private String help() {
        return help.equals(DEFAULT_HELP) ? Words.current().text("help") : help;
    }

    /** Returns the answer to a request that needs a lock which it does not hold. The missing call is only logged. */
    public LockProblem notHeld(LockNotHeldException e) {
        LOG.log(Level.WARNING, e.getMessage());
        Words words = Words.current();
        String sentence = words.text("not-held", words.resource(e.resource()));
        return new LockProblem(
                RefusalStatus.CONFLICT,
                "Not locked",
                e.why().isEmpty() ? sentence : e.why() + " " + sentence,
                Map.of("resource", e.resource()),
                null);
    }

    /** Returns the problem for data that another user has changed. */
    public LockProblem stale(RuntimeException e) {
        LOG.log(Level.INFO, e.getMessage());
        String detail = e instanceof StaleVersionException version
                ? Sentences.sentence(version)
                : Words.current().text("stale");
        return new LockProblem(RefusalStatus.CONFLICT, "Out of date", detail, Map.of(), null);
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
                Words.current().text(unknown ? "failed.unknown" : "failed"),
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
