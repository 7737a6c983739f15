package dev.holdfast.spring;

import dev.holdfast.Lease;
import dev.holdfast.Policies;
import dev.holdfast.Policy;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.Policy.RequestPolicy;
import dev.holdfast.Policy.Scope;
import dev.holdfast.Policy.Silence;
import dev.holdfast.Policy.WaitPolicy;
import dev.holdfast.Preset;
import dev.holdfast.internal.base.Durations;
import dev.holdfast.internal.base.PolicyKeys;
import dev.holdfast.spring.PolicyProperties.LeaseProperties;
import dev.holdfast.spring.PolicyProperties.RequestProperties;
import dev.holdfast.spring.PolicyProperties.ScopeProperties;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.PropertyResolver;

/**
 * Reads {@code holdfast.policies}.
 *
 * @param where the beginning of its properties
 * @param properties the values of all properties, for keys that had another name
 */
record PolicySettings(String where, PolicyProperties settings, PropertyResolver properties) {

    /** @throws NotStartedException if a value cannot be used */
    static Policies read(Preset preset, List<PolicyProperties> list, PropertyResolver properties) {
        Policies policies = Policies.of(preset);
        for (int i = 0; i < list.size(); i++) {
            String where = "holdfast.policies[" + i + "]";
            policies = policies.and(new PolicySettings(where, list.get(i), properties).policy(preset));
        }
        return policies;
    }

    private Policy policy(Preset preset) {
        String pattern = settings.pattern();
        if (pattern == null || pattern.isBlank()) {
            throw new NotStartedException(
                    "The policy " + where + " has no pattern, so it applies to nothing.",
                    "Set " + where + ".pattern to the resources that it is for, such as policy/**.",
                    null);
        }
        Policy.Builder change = preset.policy().toBuilder().pattern(pattern);
        read("heartbeat", settings.heartbeat(), PolicySettings::orNever, change::heartbeat);
        read("suspect-after", settings.suspectAfter(), PolicySettings::orNever, change::suspectAfter);
        read("reclaim-after", settings.reclaimAfter(), PolicySettings::orNever, change::reclaimAfter);
        read("waiting", settings.waiting(), PolicySettings::waiting, change::waiting);
        read("cooldown", settings.cooldown(), PolicySettings::orNever, change::cooldown);
        read("debounce", settings.debounce(), Durations::parse, change::debounce);
        read("warning", settings.warning(), Durations::parse, change::warning);
        read("privacy", settings.privacy(), PolicySettings::privacy, change::privacy);
        read("drafts", settings.drafts(), value -> yes(value, "true", "false"), change::drafts);
        read("force", settings.force(), value -> yes(value, "anyone", "admins"), change::forceByAnyone);
        read("lock-delay", settings.lockDelay(), PolicySettings::orNever, change::lockDelay);
        read(
                "takers-read-drafts",
                settings.takersReadDrafts(),
                value -> yes(value, "true", "false"),
                change::takersReadDrafts);
        limits(change, preset.policy().lease());
        scope(change);
        requests(change, preset.policy().requests());
        try {
            return change.build();
        } catch (IllegalArgumentException e) {
            throw new NotStartedException(
                    "The values of " + where + " do not go together: " + e.getMessage(),
                    "Change or remove one of them.",
                    e);
        }
    }

    private <T> void read(
            String key, @Nullable String value, Function<String, @Nullable T> reader, Consumer<@Nullable T> change) {
        String old = PolicyKeys.old(key);
        if (value != null) {
            change(key, value, reader, change);
        } else if (old != null && properties.containsProperty(where + "." + old)) {
            change(old, properties.getRequiredProperty(where + "." + old), reader, change);
        }
    }

    private <T> void change(
            String key, String value, Function<String, @Nullable T> reader, Consumer<@Nullable T> change) {
        PropertyValues.read(where + "." + key, value, text -> {
            change.accept(reader.apply(text));
            return text;
        });
    }

    /** Limits that are not given stay as in the preset. */
    private void limits(Policy.Builder change, Lease preset) {
        LeaseProperties lease = settings.lease();
        if (lease != null) {
            Duration absolute = limit("absolute", lease.absolute(), preset.absolute());
            Duration idle = limit("idle", lease.idle(), preset.idle());
            Duration grace = limit("grace", lease.grace(), preset.grace());
            PropertyValues.read(where + ".lease", String.valueOf(lease.grace()), value -> {
                change.lease(new Lease(absolute, idle, grace));
                return value;
            });
        }
    }

    private @Nullable Duration limit(String key, @Nullable String value, @Nullable Duration byDefault) {
        if (value == null || value.equals("never")) {
            return value == null ? byDefault : null;
        }
        return PropertyValues.read(where + ".lease." + key, value, Durations::parse);
    }

    private void scope(Policy.Builder change) {
        ScopeProperties scope = settings.scope();
        if (scope != null && scope.prefix() != null) {
            change.scope(new Scope(scope.prefix(), scope.perUser()));
        }
    }

    private void requests(Policy.Builder change, RequestPolicy preset) {
        RequestProperties requests = settings.requests();
        if (requests == null) {
            return;
        }
        boolean allowed = requestValue("allowed", requests.allowed(), value -> yes(value, "allowed", "never"), true);
        boolean first = requestValue("first", requests.first(), value -> yes(value, "true", "false"), preset.first());
        int perHour = requestValue("per-hour", requests.perHour(), Integer::valueOf, preset.perHour());
        Silence silence = requestValue("silence", requests.silence(), PolicySettings::silence, preset.silence());
        Duration after = requestValue("after", requests.after(), Durations::parse, preset.after());
        PropertyValues.read(where + ".requests", requests.allowed(), value -> {
            change.requests(allowed ? new RequestPolicy(true, first, perHour, silence, after) : RequestPolicy.NEVER);
            return value;
        });
    }

    private <T> T requestValue(String key, @Nullable String value, Function<String, T> reader, T byDefault) {
        return value == null ? byDefault : PropertyValues.read(where + ".requests." + key, value, reader);
    }

    private static Silence silence(String value) {
        return switch (value) {
            case "nothing" -> Silence.NOTHING;
            case "hand-over" -> Silence.HAND_OVER;
            case "report" -> Silence.REPORT;
            default -> throw new IllegalArgumentException("it is nothing, hand-over or report.");
        };
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
}
