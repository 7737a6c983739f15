package dev.holdfast.internal.rules.model;

import static dev.holdfast.Mode.EXCLUSIVE;
import static dev.holdfast.Mode.SHARED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Policy;
import dev.holdfast.Policy.RequestPolicy;
import dev.holdfast.Policy.Silence;
import dev.holdfast.Preset;
import dev.holdfast.check.Extent;
import dev.holdfast.internal.rules.model.HandOverSetting.May;
import dev.holdfast.internal.rules.model.HandOverSetting.Role;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests to hand over, in every order of events; and each kind of wrong would have been found. */
@Tag("exhaustive")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
final class HandOverModelTest {
    private static final HandOverSetting ANSWERS = new HandOverSetting(
            "a holder, an asker, one that waits",
            policy(false, Silence.NOTHING),
            List.of(
                    new Role(EXCLUSIVE, 1),
                    new Role(EXCLUSIVE, 1, May.ASK, May.WITHDRAW),
                    Extent.all() ? new Role(EXCLUSIVE, 1, May.ASK, May.WAIT) : new Role(EXCLUSIVE, 1, May.WAIT)),
            2);

    private static final HandOverSetting RECEIVERS = new HandOverSetting(
            "a holder that is forced, an asker that dies, ends, or may not have it",
            policy(true, Silence.NOTHING),
            List.of(
                    new Role(EXCLUSIVE, 1, May.FORCE),
                    new Role(EXCLUSIVE, 1, May.ASK, May.DIE, May.END, May.FILL_ITS_SLOT, May.OPERATE_ELSEWHERE),
                    new Role(EXCLUSIVE, 1, May.TAKE_OVER)),
            Extent.of(2, 3));

    private static final HandOverSetting READERS = new HandOverSetting(
            "two readers, one of whom dies, and a writer that asks both",
            policy(false, Silence.NOTHING),
            List.of(new Role(SHARED, 1), new Role(SHARED, 1, May.DIE), new Role(EXCLUSIVE, 1, May.ASK)),
            Extent.of(1, 2));

    private static final HandOverSetting SILENCE = new HandOverSetting(
            "a holder that says nothing, two windows of one user",
            policy(false, Silence.HAND_OVER),
            List.of(
                    new Role(EXCLUSIVE, 1, May.FORCE),
                    new Role(EXCLUSIVE, "mia", 1, List.of(May.ASK, May.WITHDRAW)),
                    new Role(EXCLUSIVE, "mia", 1, List.of(May.ASK))),
            Extent.of(2, 3));

    /** Long enough for a third request within the hour, and one after it. */
    private static final HandOverSetting AGAIN = new HandOverSetting(
            "a holder, an asker that asks again and again",
            policy(false, Silence.NOTHING),
            List.of(new Role(EXCLUSIVE, 1), new Role(EXCLUSIVE, 3, May.ASK, May.WITHDRAW)),
            3);

    private static final HandOverSetting LOSSES = new HandOverSetting(
            "a resource that stays closed after a loss, a holder that dies, one that waits, one that takes over",
            policy(false, Silence.NOTHING).toBuilder()
                    .lockDelay(HandOverWorld.UNIT.multipliedBy(3).dividedBy(2))
                    .build(),
            List.of(
                    new Role(EXCLUSIVE, 2, May.FORCE, May.DIE),
                    new Role(EXCLUSIVE, 1, May.ASK, May.WAIT),
                    new Role(EXCLUSIVE, 1, May.TAKE_OVER)),
            Extent.of(3, 5));

    private static final HandOverSetting UPGRADES = new HandOverSetting(
            "two readers that want it alone, one that dies",
            policy(false, Silence.NOTHING),
            List.of(
                    new Role(SHARED, 1, May.UPGRADE, May.END),
                    Extent.all()
                            ? new Role(SHARED, 1, May.UPGRADE, May.OPERATE_ELSEWHERE, May.DIE)
                            : new Role(SHARED, 1, May.UPGRADE, May.DIE)),
            Extent.of(1, 3));

    private static final HandOverSetting ASKED_READER = new HandOverSetting(
            "a reader that wants it alone, and one that asks it to leave",
            policy(false, Silence.HAND_OVER),
            List.of(new Role(SHARED, 1, May.UPGRADE), new Role(EXCLUSIVE, 2, May.ASK, May.WITHDRAW, May.DIE)),
            3);

    private static Policy policy(boolean first, Silence silence) {
        return Preset.OFFLINE.policy().toBuilder()
                .lease(HandOverWorld.LEASE)
                .cooldown(Duration.ofSeconds(5))
                .requests(new RequestPolicy(true, first, 2, silence, HandOverWorld.UNIT))
                .build();
    }

    /** @param trace the shortest way to what is broken */
    private record Report(int states, @Nullable HandOverLaw broken, List<String> trace) {}

    private static Report explore(HandOverSetting setting, HandOverTwist twist) {
        HandOverSteps steps = new HandOverSteps(setting, twist);
        HandOverLaws laws = new HandOverLaws(setting);
        HandOverWorld start = HandOverWorld.start(setting.roles().size());
        Map<HandOverWorld, HandOverWorld> cameFrom = new HashMap<>(Map.of(start, start));
        Queue<HandOverWorld> ahead = new ArrayDeque<>(List.of(start));
        while (!ahead.isEmpty()) {
            HandOverWorld world = ahead.remove();
            HandOverLaw broken = laws.brokenIn(world);
            if (broken != null) {
                return new Report(cameFrom.size(), broken, trace(world, cameFrom, steps));
            }
            for (HandOverSteps.Edge edge : steps.from(world)) {
                if (edge.broken() != null) {
                    List<String> trace = trace(world, cameFrom, steps);
                    trace.add(edge.label());
                    return new Report(cameFrom.size(), edge.broken(), trace);
                }
                if (cameFrom.putIfAbsent(edge.to(), world) == null) {
                    ahead.add(edge.to());
                }
            }
        }
        return new Report(cameFrom.size(), null, List.of());
    }

    private static List<String> trace(
            HandOverWorld to, Map<HandOverWorld, HandOverWorld> cameFrom, HandOverSteps steps) {
        List<String> labels = new ArrayList<>();
        HandOverWorld world = to;
        for (HandOverWorld from = cameFrom.get(world); !from.equals(world); from = cameFrom.get(world)) {
            HandOverWorld next = world;
            labels.add(steps.from(from).stream()
                    .filter(edge -> edge.to().equals(next))
                    .map(HandOverSteps.Edge::label)
                    .findFirst()
                    .orElse("?"));
            world = from;
        }
        Collections.reverse(labels);
        return labels;
    }

    static List<HandOverSetting> settings() {
        return List.of(ANSWERS, RECEIVERS, READERS, SILENCE, AGAIN, LOSSES, UPGRADES, ASKED_READER);
    }

    @ParameterizedTest
    @MethodSource("settings")
    @DisplayName("No order of answers, endings, withdrawals and deaths breaks a law of requests")
    void explore_everyOrderOfEvents_keepsEveryLaw(HandOverSetting setting) {
        Report report = explore(setting, HandOverTwist.NONE);
        System.out.printf("%s: %,d states%n", setting.name(), report.states());
        assertThat(report.broken()).as("%s", report.trace()).isNull();
        assertThat(report.states()).isGreaterThan(1_000);
    }

    static Stream<HandOverTwist> twists() {
        return Arrays.stream(HandOverTwist.values()).filter(twist -> twist != HandOverTwist.NONE);
    }

    @ParameterizedTest
    @MethodSource("twists")
    void explore_twistedRules_areFoundByTheirLaw(HandOverTwist twist) {
        Report report = explore(settingFor(twist), twist);
        System.out.printf("%s: %,d states, breaks %s: %s%n", twist, report.states(), report.broken(), report.trace());
        assertThat(report.broken()).as("%s", report.trace()).isEqualTo(twist.breaks());
    }

    private static HandOverSetting settingFor(HandOverTwist twist) {
        return switch (twist) {
            case RECEIVER_NOT_CHECKED -> RECEIVERS;
            case SEVERAL_OPEN, NOT_COUNTED -> AGAIN;
            case REQUEST_OUTLIVES_ITS_HOLD -> READERS;
            case OPEN_AFTER_LOSS, CLOSED_BY_RELEASE -> LOSSES;
            case UPGRADED_BESIDES, UPGRADED_UNDER_OLD_FENCE, BOTH_ASK, STILL_PROMISED -> UPGRADES;
            default -> ANSWERS;
        };
    }
}
