package dev.holdfast.spring;

import dev.holdfast.rules.Durations;
import dev.holdfast.rules.Lease;
import dev.holdfast.rules.Policies;
import dev.holdfast.rules.Policy;
import dev.holdfast.rules.PolicyChange;
import dev.holdfast.rules.Preset;
import dev.holdfast.rules.Privacy;
import dev.holdfast.rules.Scope;
import dev.holdfast.rules.WaitPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code holdfast.policies}: the keys of a policy in {@code holdfast.yaml}, with dots where that has levels. */
final class PolicySettings {
    private static final List<String> LIMITS = List.of("absolute", "idle", "grace");

    private final String where;
    private final Map<String, String> settings;

    private PolicySettings(String where, Map<String, String> settings) {
        this.where = where;
        this.settings = settings;
    }

    static Policies read(Preset preset, List<Map<String, String>> list) {
        Policies policies = Policies.of(preset);
        for (int i = 0; i < list.size(); i++) {
            policies = policies.and(new PolicySettings("holdfast.policies[" + i + "]", list.get(i)).policy(preset));
        }
        return policies;
    }

    private Policy policy(Preset preset) {
        if (settings.get("pattern") == null) {
            throw mistake("needs the pattern of the resources it is for, such as pattern=policy/**", null);
        }
        PolicyChange change = preset.policy().change();
        settings.forEach((key, value) -> {
            try {
                apply(key, value, change);
            } catch (IllegalArgumentException e) {
                throw mistake("cannot have " + key + "=" + value + ": " + e.getMessage(), e);
            }
        });
        limits(change, preset.policy().lease());
        scope(change);
        try {
            return change.done();
        } catch (IllegalArgumentException e) {
            throw mistake("makes no sense: " + e.getMessage(), e);
        }
    }

    private void apply(String key, String value, PolicyChange change) {
        switch (key) {
            case "pattern" -> change.pattern(value);
            case "lease" -> change.lease(lease(value));
            case "ping" -> change.ping(orNever(value));
            case "trust" -> change.trust(orNever(value));
            case "clean-up" -> change.cleanUp(orNever(value));
            case "waiting" -> change.waiting(waiting(value));
            case "pace" -> change.pace(orNever(value));
            case "debounce" -> change.debounce(Durations.parse(value));
            case "warning" -> change.warning(Durations.parse(value));
            case "privacy" -> change.privacy(privacy(value));
            case "drafts" -> change.drafts(yes(value, "true", "false"));
            case "force" -> change.forceByAnyone(yes(value, "anyone", "admins"));
            case "lease.absolute", "lease.idle", "lease.grace", "scope.prefix", "scope.per-user" -> {} // read together
            default ->
                throw new IllegalArgumentException(
                        "there is no such key; docs/configuration.md lists those of a policy.");
        }
    }

    /** Limits that are not given stay as in the preset. */
    private void limits(PolicyChange change, Lease preset) {
        if (LIMITS.stream().anyMatch(limit -> settings.containsKey("lease." + limit))) {
            change.lease(new Lease(
                    limit("lease.absolute", preset.absolute()),
                    limit("lease.idle", preset.idle()),
                    limit("lease.grace", preset.grace())));
        }
    }

    private @Nullable Duration limit(String key, @Nullable Duration byDefault) {
        String value = settings.get(key);
        try {
            return value == null ? byDefault : orNever(value);
        } catch (IllegalArgumentException e) {
            throw mistake("cannot have " + key + "=" + value + ": " + e.getMessage(), e);
        }
    }

    private void scope(PolicyChange change) {
        String prefix = settings.get("scope.prefix");
        if (prefix != null) {
            change.scope(new Scope(prefix, !"false".equals(settings.get("scope.per-user"))));
        }
    }

    /** A single duration is how long a lock lasts without a heartbeat. */
    private static Lease lease(String value) {
        Duration grace = orNever(value);
        return grace == null ? Lease.NONE : Lease.of(grace);
    }

    private static @Nullable Duration orNever(String value) {
        return value.equals("never") ? null : Durations.parse(value);
    }

    private static WaitPolicy waiting(String value) {
        return switch (value) {
            case "never" -> WaitPolicy.NEVER;
            case "on-request" -> WaitPolicy.ON_REQUEST;
            default -> WaitPolicy.usually(Durations.parse(value));
        };
    }

    private static Privacy privacy(String value) {
        try {
            return Privacy.valueOf(value.toUpperCase(Locale.ROOT).replace('-', '_'));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("it is open, name-only or hidden.", e);
        }
    }

    private static boolean yes(String value, String yes, String no) {
        if (!value.equals(yes) && !value.equals(no)) {
            throw new IllegalArgumentException("it is " + yes + " or " + no + ".");
        }
        return value.equals(yes);
    }

    private IllegalArgumentException mistake(String what, @Nullable Exception cause) {
        return new IllegalArgumentException(where + " " + what + (what.endsWith(".") ? "" : "."), cause);
    }
}
