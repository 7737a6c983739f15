package dev.holdfast.internal.views;

import dev.holdfast.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.Stream;

/** A refusal in HTTP: its status, its title, and when to try again. */
public final class RefusalStatus {
    public static final int CONFLICT = 409;
    public static final int GONE = 410;
    public static final int LOCKED = 423;
    public static final int TOO_MANY = 429;

    private static final Duration DEFAULT_PAUSE = Duration.ofSeconds(5);
    private static final Duration MAX_PAUSE = Duration.ofMinutes(10);

    private RefusalStatus() {}

    public static int of(Refusal.Reason reason) {
        return switch (reason) {
            case HELD, BUSY, QUEUE, QUEUE_FULL -> LOCKED;
            case UPGRADE, UPGRADING, TOO_MANY_ENTRIES, SLOT_TAKEN -> CONFLICT;
            case TOO_SOON -> TOO_MANY;
            case OWNER_ENDED -> GONE;
        };
    }

    public static String title(Refusal.Reason reason) {
        return switch (of(reason)) {
            case LOCKED -> "Locked";
            case TOO_MANY -> "Too soon";
            case GONE -> "Owner ended";
            default -> "Conflict";
        };
    }

    /** Returns whether the refusal may be over some time later. */
    public static boolean isTemporary(Refusal.Reason reason) {
        return of(reason) == LOCKED || of(reason) == TOO_MANY;
    }

    /**
     * Returns the seconds until the first lock may be free.
     *
     * @param known the refusals whose times the caller may know
     */
    public static long pause(Stream<Refusal> known, Instant asOf) {
        Duration pause = known.flatMap(refusal -> Stream.concat(
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
