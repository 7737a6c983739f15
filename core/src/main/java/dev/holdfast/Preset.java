package dev.holdfast;

import dev.holdfast.Policy.Privacy;
import dev.holdfast.Policy.Scope;
import dev.holdfast.Policy.WaitPolicy;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A named starting point for policies, one for each kind of work. */
public enum Preset {
    /** Several instances share one project through a registry file. */
    BOOK,
    /** Shell tools protect their files by lock directories. */
    BOARD,
    /** One process at a time resumes a job. */
    RESUME,
    /** People edit records of a business application. */
    OFFLINE,
    /** Players take turns composing in a browser; its constants cannot be changed. */
    COMPOSE;

    private static final Duration HEARTBEAT = Duration.ofSeconds(30);

    /** Returns the name used in configuration files. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the preset of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Preset named(String label) {
        for (Preset preset : values()) {
            if (preset.label().equals(label)) {
                return preset;
            }
        }
        String known = Arrays.stream(values()).map(Preset::label).collect(Collectors.joining(", "));
        throw new IllegalArgumentException("There is no preset '" + label + "'. Choose one of: " + known + ".");
    }

    /** Returns whether its constants may not be changed. */
    public boolean fixed() {
        return this == COMPOSE;
    }

    /** Returns the policy of this preset for every resource. */
    public Policy policy() {
        return switch (this) {
            case BOOK ->
                policy(
                        Lease.NONE,
                        null,
                        Duration.ofMinutes(15),
                        Duration.ofHours(1),
                        WaitPolicy.byDefault(Duration.ofMinutes(2)).askingAfter(Duration.ofMinutes(2)));
            case BOARD -> policy(Lease.NONE, null, null, null, WaitPolicy.byDefault(Duration.ofSeconds(10)));
            case RESUME -> policy(Lease.NONE, null, null, null, WaitPolicy.ON_REQUEST);
            case OFFLINE ->
                policy(
                        new Lease(Duration.ofMinutes(120), null, Duration.ofMinutes(5)),
                        HEARTBEAT,
                        null,
                        null,
                        WaitPolicy.ON_REQUEST);
            case COMPOSE -> compose();
        };
    }

    private static Policy compose() {
        return new Policy(new Policy.Values(
                COMPOSE,
                "**",
                new Lease(null, Duration.ofMinutes(10), HEARTBEAT.multipliedBy(3)),
                HEARTBEAT,
                null,
                null,
                WaitPolicy.NEVER,
                new Scope("scene/*", true),
                Duration.ofSeconds(5),
                null,
                Duration.ofSeconds(2),
                Duration.ofSeconds(60),
                Privacy.HIDDEN,
                true,
                false,
                Policy.RequestPolicy.NEVER,
                false));
    }

    private Policy policy(
            Lease lease,
            @Nullable Duration heartbeat,
            @Nullable Duration suspectAfter,
            @Nullable Duration reclaimAfter,
            WaitPolicy waiting) {
        return new Policy(new Policy.Values(
                this,
                "**",
                lease,
                heartbeat,
                suspectAfter,
                reclaimAfter,
                waiting,
                null,
                null,
                null,
                Duration.ofSeconds(2),
                Duration.ofSeconds(60),
                Privacy.OPEN,
                false,
                this != OFFLINE,
                Policy.RequestPolicy.DEFAULT,
                false));
    }
}
