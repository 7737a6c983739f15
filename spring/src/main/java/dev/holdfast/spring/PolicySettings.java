package dev.holdfast.spring;

import dev.holdfast.Lease;
import dev.holdfast.Policies;
import dev.holdfast.Policy;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.Policy.Scope;
import dev.holdfast.Policy.WaitPolicy;
import dev.holdfast.Preset;
import dev.holdfast.internal.base.Durations;
import dev.holdfast.internal.base.PolicyKeys;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/** Reads {@code holdfast.policies}: the keys of a policy in {@code holdfast.yaml}, with dots where that has levels. */
record PolicySettings(String where, Map<String, String> settings) {
    private static final Log LOG = LogFactory.getLog(PolicySettings.class);
    private static final List<String> LIMITS = List.of("absolute", "idle", "grace");

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
        Policy.Builder change = preset.policy().toBuilder();
        settings.forEach((key, value) -> {
            if (PolicyKeys.isOld(key)) {
                LOG.warn(where + ": " + PolicyKeys.hint(key));
            }
            try {
                apply(PolicyKeys.present(key), value, change);
            } catch (IllegalArgumentException e) {
                throw mistake("cannot have " + key + "=" + value + ": " + e.getMessage(), e);
            }
        });
        limits(change, preset.policy().lease());
        scope(change);
        try {
            return change.build();
        } catch (IllegalArgumentException e) {
            throw mistake("makes no sense: " + e.getMessage(), e);
        }
    }

    private void apply(String key, String value, Policy.Builder change) {
        switch (key) {
            case "pattern" -> change.pattern(value);
            case "lease" -> change.lease(lease(value));
            case "heartbeat" -> change.heartbeat(orNever(value));
            case "suspect-after" -> change.suspectAfter(orNever(value));
            case "reclaim-after" -> change.reclaimAfter(orNever(value));
            case "waiting" -> change.waiting(waiting(value));
            case "cooldown" -> change.cooldown(orNever(value));
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
    private void limits(Policy.Builder change, Lease preset) {
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

    private void scope(Policy.Builder change) {
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
            default -> WaitPolicy.byDefault(Durations.parse(value));
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
