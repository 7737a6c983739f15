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
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Turns exceptions of locks into problems, with one sentence for the user. Thread-safe. */
public final class LockProblems {
    private static final Logger LOG = System.getLogger(LockProblems.class.getName());
    private static final int LOCKED = 423;
    private static final int TOO_MANY = 429;
    private static final int CONFLICT = 409;
    private static final int GONE = 410;
    private static final int UNAVAILABLE = 503;
    private static final Duration DEFAULT_PAUSE = Duration.ofSeconds(5);
    private static final Duration MAX_PAUSE = Duration.ofMinutes(10);

    private final LockManager locks;
    private final String help;

    /**
     * @param help a sentence that says how to ask for a release; may be empty
     */
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

    public LockProblem unavailable(LockUnavailableException e) {
        List<Refusal> refusals = e.refusals();
        int status = status(refusals.get(0).reason());
        String detail = refusals.stream()
                .map(refusal -> Sentences.sentence(refusal, locks))
                .collect(Collectors.joining(" "));
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("why", LockJson.label(refusals.get(0).reason()));
        members.put("holders", holders(refusals));
        return new LockProblem(
                status,
                title(status),
                status == LOCKED && !help.isEmpty() ? detail + " " + help : detail,
                members,
                status == LOCKED || status == TOO_MANY ? pause(refusals) : null);
    }

    public LockProblem notHeld(LockNotHeldException e) {
        return new LockProblem(
                CONFLICT, "Not locked", String.valueOf(e.getMessage()), Map.of("resource", e.resource()), null);
    }

    /** Returns the problem for data that another user has changed. */
    public LockProblem stale(RuntimeException e) {
        return new LockProblem(CONFLICT, "Out of date", Objects.toString(e.getMessage()), Map.of(), null);
    }

    public LockProblem lost(LockLostException e) {
        return new LockProblem(
                GONE,
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

    private static int status(Refusal.Reason reason) {
        return switch (reason) {
            case HELD, QUEUE, QUEUE_FULL -> LOCKED;
            case UPGRADE, TOO_MANY_ENTRIES, SLOT_TAKEN -> CONFLICT;
            case TOO_SOON -> TOO_MANY;
            case OWNER_ENDED -> GONE;
        };
    }

    private static String title(int status) {
        return switch (status) {
            case LOCKED -> "Locked";
            case TOO_MANY -> "Too soon";
            case GONE -> "Owner ended";
            default -> "Conflict";
        };
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

    /** Returns the seconds until the first lock may be free, as far as it may be known. */
    private long pause(List<Refusal> refusals) {
        Instant asOf = refusals.get(0).asOf();
        Duration pause = refusals.stream()
                .filter(refusal -> refusal.reason() == Refusal.Reason.TOO_SOON
                        || locks.admin().policy(refusal.resource()).privacy() == Privacy.OPEN)
                .flatMap(refusal -> Stream.concat(
                        Stream.ofNullable(refusal.retryAt()),
                        refusal.holders().stream()
                                .map(judged -> judged.hold().until())
                                .filter(Objects::nonNull)))
                .map(moment -> Duration.between(asOf, moment))
                .min(Duration::compareTo)
                .orElse(DEFAULT_PAUSE);
        Duration bounded = pause.compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : pause;
        return Math.max(1, bounded.plusMillis(999).toSeconds());
    }
}
