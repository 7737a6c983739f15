package dev.holdfast.config.internal;

import dev.holdfast.Lease;
import dev.holdfast.Policy;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.Policy.RequestPolicy;
import dev.holdfast.Policy.Scope;
import dev.holdfast.Policy.Silence;
import dev.holdfast.Policy.Turns;
import dev.holdfast.Policy.WaitPolicy;
import dev.holdfast.Preset;
import dev.holdfast.internal.base.PolicyKeys;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one policy: a pattern, and what is different for the resources that match it. */
final class PolicyReader {
    private static final List<String> KEYS = List.of(
            "pattern",
            "lease",
            "heartbeat",
            "suspect-after",
            "reclaim-after",
            "waiting",
            "scope",
            "cooldown",
            "lock-delay",
            "debounce",
            "warning",
            "privacy",
            "drafts",
            "force",
            "requests",
            "takers-read-drafts");

    private PolicyReader() {}

    /** @param hints gets a sentence for each key that has another name now */
    static Policy read(YamlValue value, Preset preset, List<String> hints) {
        YamlMap keys = value.map("a pattern and what applies to it")
                .renamed(PolicyKeys::present)
                .only(KEYS);
        keys.oldNames().stream().map(PolicyKeys::hint).forEach(hints::add);
        YamlValue pattern = keys.get("pattern");
        if (pattern == null) {
            throw value.mistake("A policy needs the pattern of the resources it is for, such as pattern: Chapter_*");
        }
        Policy defaults = preset.policy();
        Policy.Builder change = defaults.toBuilder().pattern(pattern.text("Chapter_*"));
        keys.values().forEach((key, setting) -> setting.explained(() -> apply(key, setting, defaults, change)));
        return value.explained(change::build);
    }

    private static Policy.Builder apply(String key, YamlValue value, Policy defaults, Policy.Builder change) {
        return switch (key) {
            case "lease" -> change.lease(lease(value));
            case "heartbeat" -> change.heartbeat(value.durationOrNever());
            case "suspect-after" -> change.suspectAfter(value.durationOrNever());
            case "reclaim-after" -> change.reclaimAfter(value.durationOrNever());
            case "waiting" -> change.waiting(waiting(value, defaults.waiting()));
            case "scope" -> change.scope(scope(value));
            case "cooldown" -> change.cooldown(value.durationOrNever());
            case "lock-delay" -> change.lockDelay(value.durationOrNever());
            case "debounce" -> change.debounce(value.duration());
            case "warning" -> change.warning(value.duration());
            case "privacy" -> change.privacy(privacy(value));
            case "drafts" -> change.drafts(value.yesOrNo());
            case "takers-read-drafts" -> change.takersReadDrafts(value.yesOrNo());
            case "force" -> change.forceByAnyone(anyone(value));
            case "requests" -> change.requests(requests(value, defaults.requests()));
            default -> change;
        };
    }

    /** Reads a lease. A single duration is the time without a heartbeat. */
    private static Lease lease(YamlValue value) {
        if (value.isText()) {
            Duration grace = value.durationOrNever();
            return grace == null ? Lease.NONE : Lease.of(grace);
        }
        YamlMap limits = value.map("absolute, idle, grace").only(List.of("absolute", "idle", "grace"));
        return new Lease(limit(limits.get("absolute")), limit(limits.get("idle")), limit(limits.get("grace")));
    }

    private static @Nullable Duration limit(@Nullable YamlValue value) {
        return value == null ? null : value.durationOrNever();
    }

    private static WaitPolicy waiting(YamlValue value, WaitPolicy defaults) {
        if (value.isText()) {
            return switch (value.text("2m")) {
                case "never" -> WaitPolicy.NEVER;
                case "on-request" -> WaitPolicy.ON_REQUEST;
                default -> new WaitPolicy(true, value.duration(), defaults.look(), defaults.ask(), defaults.turns());
            };
        }
        YamlMap keys = value.map("timeout, look, ask, turns")
                .renamed(key -> key.equals("usual") ? "timeout" : key)
                .only(List.of("timeout", "look", "ask", "turns"));
        YamlValue longest = keys.get("timeout");
        YamlValue look = keys.get("look");
        YamlValue ask = keys.get("ask");
        return new WaitPolicy(
                true,
                longest == null ? defaults.timeout() : longest.duration(),
                look == null ? defaults.look() : look.duration(),
                ask == null ? defaults.ask() : ask.durationOrNever(),
                turns(keys.get("turns"), defaults.turns()));
    }

    private static Turns turns(@Nullable YamlValue value, Turns defaults) {
        if (value == null) {
            return defaults;
        }
        YamlMap keys = value.map("hand-overs, time").only(List.of("hand-overs", "time"));
        YamlValue handOvers = keys.get("hand-overs");
        YamlValue time = keys.get("time");
        return new Turns(
                handOvers == null ? defaults.handOvers() : handOvers.number(0, Turns.MAX_HAND_OVERS),
                time == null ? defaults.time() : time.duration());
    }

    private static @Nullable Scope scope(YamlValue value) {
        if (value.isText() && value.text("never").equals("never")) {
            return null;
        }
        YamlMap keys = value.map("prefix, per-user").only(List.of("prefix", "per-user"));
        YamlValue prefix = keys.get("prefix");
        YamlValue perUser = keys.get("per-user");
        if (prefix == null) {
            throw value.mistake("A scope needs the prefix that it spans, such as prefix: scene/*");
        }
        return new Scope(prefix.text("scene/*"), perUser == null || perUser.yesOrNo());
    }

    private static Privacy privacy(YamlValue value) {
        return switch (value.text("open")) {
            case "open" -> Privacy.OPEN;
            case "name-only" -> Privacy.NAME_ONLY;
            case "hidden" -> Privacy.HIDDEN;
            default -> throw value.mistake("Privacy is open, name-only or hidden.");
        };
    }

    private static boolean anyone(YamlValue value) {
        return switch (value.text("anyone")) {
            case "anyone" -> true;
            case "admins" -> false;
            default -> throw value.mistake("Who may force a release is anyone or admins.");
        };
    }

    private static RequestPolicy requests(YamlValue value, RequestPolicy defaults) {
        if (value.isText()) {
            return switch (value.text("never")) {
                case "never" -> RequestPolicy.NEVER;
                case "allowed" -> RequestPolicy.DEFAULT;
                default -> throw value.mistake("Requests are never or allowed, or first, per-hour, silence, after.");
            };
        }
        YamlMap keys =
                value.map("first, per-hour, silence, after").only(List.of("first", "per-hour", "silence", "after"));
        YamlValue first = keys.get("first");
        YamlValue perHour = keys.get("per-hour");
        YamlValue silence = keys.get("silence");
        YamlValue after = keys.get("after");
        return new RequestPolicy(
                true,
                first == null ? defaults.first() : first.yesOrNo(),
                perHour == null ? defaults.perHour() : perHour.number(1, RequestPolicy.MAX_PER_HOUR),
                silence == null ? defaults.silence() : silence(silence),
                after == null ? defaults.after() : after.duration());
    }

    private static Silence silence(YamlValue value) {
        return switch (value.text("nothing")) {
            case "nothing" -> Silence.NOTHING;
            case "hand-over" -> Silence.HAND_OVER;
            case "report" -> Silence.REPORT;
            default -> throw value.mistake("What follows silence is nothing, hand-over or report.");
        };
    }
}
