package dev.holdfast.internal.rules.model;

import static dev.holdfast.Mode.EXCLUSIVE;
import static dev.holdfast.Mode.SHARED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Lease;
import dev.holdfast.check.Extent;
import dev.holdfast.internal.rules.model.RulesSetting.Actor;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every reachable state is right; and each kind of wrong would have been found. */
@Tag("exhaustive")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
final class ExploredModelTest {
    private static final int X = 1;
    private static final int X_AND_Y = 3;
    private static final Lease LEASE = Lease.of(Duration.ofMinutes(1));

    /** Writers and a reader in one line; the second has no lease, so only proof of its death ends its hold. */
    private static final RulesSetting QUEUE = new RulesSetting(
            "one resource, three owners, in a queue",
            1,
            List.of(
                    new Actor(LEASE, List.of(EXCLUSIVE), List.of(X), true, false),
                    new Actor(Lease.NONE, List.of(EXCLUSIVE), List.of(X), true, false),
                    new Actor(LEASE, List.of(SHARED), List.of(X), true, false)),
            1,
            1);

    private static final RulesSetting GROUPS = new RulesSetting(
            "two resources, two owners of both, one of one",
            2,
            List.of(
                    new Actor(LEASE, List.of(EXCLUSIVE), List.of(X_AND_Y), false, false),
                    new Actor(Lease.NONE, List.of(SHARED), List.of(X_AND_Y), false, false),
                    new Actor(LEASE, List.of(EXCLUSIVE), List.of(X), false, false)),
            1,
            1);

    /** The smallest in which both defects of groups show: an owner of both, and one of one that comes in between. */
    private static final RulesSetting PAIR = new RulesSetting(
            "two resources, an owner of both, one of one",
            2,
            List.of(GROUPS.roles().get(0), GROUPS.roles().get(2)),
            1,
            2);

    private static final RulesSetting TAKEOVER = new RulesSetting(
            "two resources, an owner of both, one that waits for one, one that takes over",
            2,
            List.of(
                    new Actor(LEASE, List.of(EXCLUSIVE), List.of(X_AND_Y), false, false),
                    new Actor(Lease.NONE, List.of(SHARED), List.of(X), true, false),
                    new Actor(LEASE, List.of(EXCLUSIVE), List.of(X), false, true)),
            1,
            0);

    private static final RulesSetting TROUBLE = new RulesSetting(
            "one resource, two owners, both in trouble at once, everything over at once",
            1,
            List.of(
                    new Actor(LEASE, List.of(EXCLUSIVE), List.of(X), true, false),
                    new Actor(Lease.NONE, List.of(EXCLUSIVE, SHARED), List.of(X), true, false)),
            2,
            Integer.MAX_VALUE);

    /** Small, for what only the whole graph shows. */
    private static final RulesSetting CALM = new RulesSetting(
            "one resource, two owners, no trouble",
            1,
            List.of(
                    new Actor(LEASE, List.of(EXCLUSIVE), List.of(X), true, false),
                    new Actor(LEASE, List.of(EXCLUSIVE), List.of(X), true, false)),
            0,
            Integer.MAX_VALUE);

    /** In every check nothing of three owners is over by time; what time does is explored with two owners. */
    static List<RulesSetting> settings() {
        return Extent.all()
                ? List.of(QUEUE, GROUPS, PAIR, TAKEOVER, TROUBLE)
                : List.of(timeless(QUEUE), timeless(GROUPS), PAIR, TAKEOVER, TROUBLE);
    }

    private static RulesSetting timeless(RulesSetting setting) {
        return new RulesSetting(
                setting.name() + ", no time", setting.resources(), setting.roles(), setting.troubled(), 0);
    }

    @ParameterizedTest
    @MethodSource("settings")
    @DisplayName("B17, P5, P12: no order of events breaks exclusion, fences, belief, settling or the queue")
    void explore_everyReachableState_keepsEveryInvariant(RulesSetting setting) {
        RulesExplorer.Exploration report = RulesExplorer.explore(setting, Flaw.NONE);
        print(setting.name(), report);
        assertThat(report.broken()).as(String.join("\n", report.trace())).isNull();
        assertThat(report.states()).isGreaterThan(fewest(setting));
    }

    private static int fewest(RulesSetting setting) {
        if (setting.equals(timeless(GROUPS))) {
            return 20_000;
        }
        return setting.equals(TAKEOVER) || setting.equals(PAIR) ? 50_000 : 100_000;
    }

    static Stream<Flaw> flaws() {
        return Arrays.stream(Flaw.values()).filter(flaw -> flaw != Flaw.NONE);
    }

    @ParameterizedTest
    @MethodSource("flaws")
    void explore_brokenTwin_isFoundByItsInvariant(Flaw flaw) {
        RulesExplorer.Exploration report = RulesExplorer.explore(settingFor(flaw), flaw);
        print(flaw.name(), report);
        assertThat(report.broken()).as(String.join("\n", report.trace())).isEqualTo(flaw.breaks());
        assertThat(report.trace()).isNotEmpty();
    }

    @Test
    void explore_waiterThatAsks_isNeverStuck() {
        assertThat(RulesExplorer.explore(CALM, Flaw.NONE).broken()).isNull();
    }

    /** One of those that every check explores. */
    private static RulesSetting settingFor(Flaw flaw) {
        return switch (flaw) {
            case REFUSED_BUT_KEPT, UNCHANGED_NOT_CHECKED -> PAIR;
            // Without trouble, lest the lost answers of one client show the defect another way.
            case GROUP_SPLIT -> new RulesSetting("groups", 2, GROUPS.roles(), 0, 1);
            case VERSION_IGNORED, WAITER_NEVER_ASKS -> CALM;
            case LEASE_COUNTED_ANEW, LEASE_COUNTED_LONGER -> TROUBLE;
            default -> timeless(QUEUE);
        };
    }

    private static void print(String name, RulesExplorer.Exploration report) {
        System.out.printf("%s: %,d states, %,d steps", name, report.states(), report.steps());
        System.out.println(report.broken() == null ? ", all right" : ", breaks " + report.broken() + ":");
        report.trace().forEach(line -> System.out.println("    " + line));
    }
}
