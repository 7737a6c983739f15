package dev.holdfast.internal.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Lease;
import dev.holdfast.Mode;
import dev.holdfast.Policies;
import dev.holdfast.Policy;
import dev.holdfast.Policy.Scope;
import dev.holdfast.Policy.WaitPolicy;
import dev.holdfast.Preset;
import dev.holdfast.check.Extent;
import dev.holdfast.internal.model.Setting.Role;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every reachable state of the product's own client code keeps the laws; and each planted defect is found. */
@Tag("exhaustive")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
final class ClientModelTest {
    private static final int X = 1;
    private static final int Y = 2;
    private static final int BOTH = 3;
    /** Once in every check, twice in a full one. */
    private static final int MORE = Extent.of(1, 2);

    private static final Duration TICK = Duration.ofSeconds(20);
    private static final Lease LEASE = Lease.of(Duration.ofSeconds(15));
    private static final Policy PLAIN = Preset.OFFLINE.policy();

    static List<Setting> all() {
        return List.of(RENEWAL, ENTRY, ENDS, FORCE, SLOTS, COOLDOWN, CLEAN_UP, DEATH, FOLDED);
    }

    private static Role role(String owner, int process, Lease lease, int acquires, boolean queue, boolean renews) {
        return new Role(owner, "", process, true, lease, Mode.EXCLUSIVE, acquires, List.of(X), queue, renews);
    }

    private static Policies policies(Policy policy) {
        return new Policies(List.of(), policy);
    }

    private static final Setting RENEWAL = new Setting(
            "renewal",
            List.of("x"),
            policies(PLAIN),
            List.of(role("a", 0, LEASE, MORE, false, true), role("b", 0, LEASE, 1, true, true)),
            TICK,
            1,
            0,
            0,
            1,
            0,
            false);

    /** Small, for a client that acquires again. */
    private static final Setting TWICE = new Setting(
            "one client, twice",
            List.of("x"),
            policies(PLAIN),
            List.of(role("a", 0, LEASE, 2, false, true)),
            TICK,
            1,
            0,
            0,
            1,
            0,
            false);

    private static final Setting ENTRY = new Setting(
            "re-entry",
            List.of("x"),
            policies(PLAIN),
            List.of(
                    role("a", 0, LEASE, 1, false, true),
                    role("a", 0, LEASE, 1, false, false),
                    role("b", 0, LEASE, 1, false, false)),
            TICK,
            1,
            0,
            0,
            Extent.of(0, 1),
            0,
            false);

    private static final Setting ENDS = new Setting(
            "owner ends",
            List.of("x"),
            policies(PLAIN),
            List.of(role("a", 0, LEASE, 1, true, false), role("b", 0, LEASE, 1, true, false)),
            TICK,
            1,
            0,
            1,
            Extent.of(0, 1),
            0,
            false);

    private static final Setting FORCE = new Setting(
            "force release",
            List.of("x", "y"),
            policies(PLAIN),
            List.of(
                    new Role("a", "", 0, true, LEASE, Mode.EXCLUSIVE, MORE, List.of(BOTH), false, true),
                    new Role("b", "", 0, true, Lease.NONE, Mode.EXCLUSIVE, 1, List.of(X), true, false)),
            TICK,
            1,
            1,
            0,
            0,
            0,
            false);

    private static final Setting SLOTS = new Setting(
            "one in a scene (C1)",
            List.of("scene/9/x", "scene/9/y"),
            policies(PLAIN.toBuilder()
                    .waiting(WaitPolicy.NEVER)
                    .scope(new Scope("scene/*", true))
                    .build()),
            List.of(
                    new Role("a", "u", 0, true, LEASE, Mode.EXCLUSIVE, 1, List.of(X), false, true),
                    new Role("b", "u", 0, true, LEASE, Mode.EXCLUSIVE, 1, List.of(Y), false, false)),
            TICK,
            1,
            0,
            0,
            1,
            0,
            false);

    private static final Setting COOLDOWN = new Setting(
            "a pause between operations (C4)",
            List.of("x", "y"),
            policies(PLAIN.toBuilder().cooldown(Duration.ofSeconds(5)).build()),
            List.of(
                    new Role("a", "u", 0, true, LEASE, Mode.EXCLUSIVE, 1, List.of(X), true, false),
                    new Role("b", "u", 0, true, LEASE, Mode.EXCLUSIVE, 1, List.of(Y), false, false),
                    new Role("c", "v", 0, true, LEASE, Mode.EXCLUSIVE, 1, List.of(X), false, false)),
            Duration.ofSeconds(5),
            MORE,
            0,
            0,
            0,
            0,
            false);

    private static final Setting CLEAN_UP = new Setting(
            "clean-up",
            List.of("x"),
            policies(PLAIN.toBuilder().reclaimAfter(Duration.ofSeconds(15)).build()),
            List.of(
                    role("a", 1, Lease.NONE, 1, false, true),
                    new Role("b", "", 2, false, Lease.NONE, Mode.EXCLUSIVE, 1, List.of(X), true, true)),
            TICK,
            MORE,
            0,
            0,
            1,
            1,
            false);

    private static final Setting DEATH = new Setting(
            "death",
            List.of("x"),
            policies(PLAIN),
            List.of(
                    role("a", 1, Lease.NONE, MORE, true, true),
                    role("b", 2, Lease.NONE, 1, true, false),
                    new Role("c", "", 3, false, LEASE, Mode.SHARED, 1, List.of(X), false, false)),
            TICK,
            0,
            0,
            0,
            0,
            MORE,
            false);

    private static final Setting FOLDED = new Setting(
            "folded commands",
            List.of("x"),
            policies(PLAIN),
            List.of(role("a", 0, LEASE, MORE, true, true), role("b", 0, LEASE, 1, false, false)),
            TICK,
            1,
            0,
            1,
            0,
            0,
            true);

    @ParameterizedTest
    @MethodSource("all")
    @DisplayName("B17, C1, C4: no order of events breaks a law of the client")
    void explore_everyReachableState_keepsEveryLaw(Setting setting) {
        Explorer.Report report = Explorer.explore(setting, Defect.NONE);
        print(setting.name(), report);
        assertThat(report.broken()).as(String.join("\n", report.trace())).isNull();
        assertThat(report.states()).isGreaterThan(1_000);
    }

    static Stream<Defect> defects() {
        return Arrays.stream(Defect.values()).filter(defect -> defect != Defect.NONE);
    }

    @ParameterizedTest
    @MethodSource("defects")
    void explore_plantedDefect_isFoundByItsLaw(Defect defect) {
        Explorer.Report report = Explorer.explore(settingFor(defect), defect);
        print(defect + " in " + settingFor(defect), report);
        assertThat(report.broken()).as(String.join("\n", report.trace())).isEqualTo(defect.breaks());
    }

    private static Setting settingFor(Defect defect) {
        return switch (defect) {
            case VERSIONS_RESTART, VERSIONS_IGNORED, LEASE_COUNTED_FROM_ANSWER, NOT_SETTLED -> RENEWAL;
            case GIVEN_UP_ENTERED -> TWICE;
            case ONE_ENTRY_ENDS_ALL -> ENTRY;
            case END_NOT_CHECKED, RECEIVER_NOT_CHECKED, ENDED_AFTER_LISTING -> ENDS;
            case LOSS_IGNORED, REST_KEPT -> FORCE;
            case FORMER_HOLD_KEPT, SLOT_NOT_COMPARED -> SLOTS;
            case COOLDOWN_NOT_COMPARED -> COOLDOWN;
            case UNKNOWN_IS_DEAD, ALIVE_IS_UNKNOWN, CLEAN_UP_AGE_IGNORED -> CLEAN_UP;
            default -> FOLDED;
        };
    }

    private static void print(String name, Explorer.Report report) {
        System.out.printf("%s: %,d states, %,d steps", name, report.states(), report.steps());
        System.out.println(report.broken() == null ? ", all right" : ", breaks " + report.broken() + ":");
        report.trace().forEach(line -> System.out.println("    " + line));
    }
}
