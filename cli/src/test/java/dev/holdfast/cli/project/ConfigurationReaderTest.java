package dev.holdfast.cli.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Lease;
import dev.holdfast.Policies;
import dev.holdfast.Policy;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.Policy.RequestPolicy;
import dev.holdfast.Policy.Silence;
import dev.holdfast.Policy.WaitPolicy;
import dev.holdfast.Preset;
import dev.holdfast.config.internal.ConfigMistake;
import dev.holdfast.config.internal.ConfigSource;
import dev.holdfast.config.internal.LockSettings;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the configuration means, and what its mistakes are answered with. */
final class ConfigurationReaderTest {

    @Test
    void policies_areChangesOfThePreset_inTheOrderOfTheFile() {
        Policies policies = policies("""
                preset: book
                policies:
                  - pattern: Chapter_*
                    suspect-after: 30m
                    reclaim-after: never
                    waiting: 1m
                    privacy: name-only
                    force: admins
                  - pattern: "**"
                    lease: {absolute: 2h, grace: 90s}
                    waiting: never
                    drafts: true
                """);
        assertThat(policies.forResource("Chapter_03").suspectAfter()).isEqualTo(Duration.ofMinutes(30));
        assertThat(policies.forResource("Chapter_03").reclaimAfter()).isNull();
        assertThat(policies.forResource("Chapter_03").waiting().timeout()).isEqualTo(Duration.ofMinutes(1));
        assertThat(policies.forResource("Chapter_03").privacy()).isEqualTo(Privacy.NAME_ONLY);
        assertThat(policies.forResource("Chapter_03").forceByAnyone()).isFalse();
        assertThat(policies.forResource("x").lease())
                .isEqualTo(new Lease(Duration.ofHours(2), null, Duration.ofSeconds(90)));
        assertThat(policies.forResource("x").waiting()).isEqualTo(WaitPolicy.NEVER);
        assertThat(policies.forResource("x").drafts()).isTrue();
    }

    @Test
    void turns_areReadWithTheirBounds() {
        Policy policy = Objects.requireNonNull(
                        read("policies:\n  - pattern: x\n    waiting: {turns: {hand-overs: 3, time: 1s}}\n")
                                .policies())
                .forResource("x");
        assertThat(policy.waiting().turns()).isEqualTo(new Policy.Turns(3, Duration.ofSeconds(1)));
        assertThat(policy.waiting().timeout()).as("the default of the preset").isEqualTo(Duration.ofMinutes(2));
        assertThatThrownBy(() -> read("policies:\n  - pattern: x\n    waiting: {turns: {hand-overs: 1001}}\n"))
                .hasMessageContaining("A whole number from 0 to 1000");
        assertThatThrownBy(() -> read("policies:\n  - pattern: x\n    waiting: {turns: {time: 11s}}\n"))
                .hasMessageContaining("A turn lasts from 0 to 10 seconds");
    }

    @Test
    void requests_areReadWithTheirBounds() {
        assertThat(requests("never")).isEqualTo(RequestPolicy.NEVER);
        assertThat(requests("allowed")).isEqualTo(RequestPolicy.DEFAULT);
        assertThat(requests("{first: true, per-hour: 5, silence: hand-over, after: 20m}"))
                .isEqualTo(new RequestPolicy(true, true, 5, Silence.HAND_OVER, Duration.ofMinutes(20)));
        assertThat(requests("{silence: report}"))
                .isEqualTo(new RequestPolicy(true, false, 3, Silence.REPORT, Duration.ofMinutes(10)));
        assertThatThrownBy(() -> requests("sometimes")).hasMessageContaining("Requests are never or allowed");
        assertThatThrownBy(() -> requests("{silence: punish}")).hasMessageContaining("hand-over or report");
        assertThatThrownBy(() -> requests("{per-hour: 61}")).hasMessageContaining("A whole number from 1 to 60");
        assertThatThrownBy(() -> requests("{after: 5s}")).hasMessageContaining("from one minute");
        assertThatThrownBy(() -> read("preset: compose\npolicies:\n  - pattern: x\n    requests: allowed\n"))
                .hasMessageContaining("The preset compose fixes requests");
    }

    @Test
    void takersReadDrafts_isOffUnlessThePolicySaysSo_andNeverWithHiddenHolders() {
        String policy = "policies:\n  - pattern: x\n    drafts: true\n";
        assertThat(Objects.requireNonNull(read(policy).policies())
                        .forResource("x")
                        .takersReadDrafts())
                .isFalse();
        assertThat(Objects.requireNonNull(
                                read(policy + "    takers-read-drafts: true\n").policies())
                        .forResource("x")
                        .takersReadDrafts())
                .isTrue();
        assertThatThrownBy(() -> read(policy + "    takers-read-drafts: true\n    privacy: name-only\n"))
                .hasMessageContaining("cannot let others read their drafts");
        assertThatThrownBy(() -> read("preset: compose\npolicies:\n  - pattern: x\n    takers-read-drafts: true\n"))
                .hasMessageContaining("The preset compose fixes takers-read-drafts");
    }

    private RequestPolicy requests(String value) {
        return Objects.requireNonNull(read("policies:\n  - pattern: x\n    requests: " + value + "\n")
                        .policies())
                .forResource("x")
                .requests();
    }

    @Test
    @DisplayName("A character of two units is read wherever it is in the file")
    void emoji_atAnyPlace_isRead() {
        for (int before = 1_000; before < 1_060; before++) {
            String text = "# " + "x".repeat(before) + "\uD83D\uDE00".repeat(3) + "\npreset: resume\n";
            assertThat(read(text).preset()).as("after %d characters", before).isEqualTo(Preset.RESUME);
        }
        assertThat(read("# " + "\uD83D\uDE00".repeat(5_000) + "\npreset: resume\n")
                        .preset())
                .isEqualTo(Preset.RESUME);
    }

    @Test
    void oldNamesOfKeys_areReadWithAHint() {
        LockSettings old = read("policies:\n  - pattern: x\n    trust: 30m\n    clean-up: 2h\n    ping: 9s\n");
        Policy policy = Objects.requireNonNull(old.policies()).forResource("x");
        assertThat(policy.suspectAfter()).isEqualTo(Duration.ofMinutes(30));
        assertThat(policy.reclaimAfter()).isEqualTo(Duration.ofHours(2));
        assertThat(policy.heartbeat()).isEqualTo(Duration.ofSeconds(9));
        assertThat(old.hints())
                .containsExactlyInAnyOrder(
                        "'trust' in a policy is now called 'suspect-after': rename it.",
                        "'clean-up' in a policy is now called 'reclaim-after': rename it.",
                        "'ping' in a policy is now called 'heartbeat': rename it.");
        assertThat(read("policies:\n  - pattern: x\n    suspect-after: 30m\n").hints())
                .isEmpty();
    }

    @Test
    void preset_isThatOfTheStore_unlessTheFileSaysAnother() {
        assertThat(read("store: dir:x").preset()).isEqualTo(Preset.BOARD);
        assertThat(read("store: dir:x").policies()).isNull();
        assertThat(read("# nothing").preset()).isEqualTo(Preset.BOOK);
        assertThat(policies("policies: []").otherwise()).isEqualTo(Preset.BOOK.policy());
        assertThat(policies("store: dir:x\npreset: resume").otherwise()).isEqualTo(Preset.RESUME.policy());
    }

    @Test
    @DisplayName("C17: a changed constant of compose is refused with the line it is in")
    void compose_changedConstant_isRefused() {
        assertThatThrownBy(() -> read("preset: compose\npolicies:\n  - pattern: scene/**\n    cooldown: 10s\n"))
                .isInstanceOf(ConfigMistake.class)
                .hasMessage("holdfast.yaml:4: The preset compose fixes cooldown at PT5S; it cannot be set to PT10S."
                        + " Drop that setting or choose another preset.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            polices: []                                    | 1: There is no key 'polices' here; did you mean 'policies'?
            colour: red                                    | 1: There is no key 'colour' here; known are store, preset, policies, resources, operations, serve.
            preset: novel                                  | 1: There is no preset 'novel'. Choose one of: book, board, resume, offline, compose.
            preset: book;preset: board                     | 2: The key 'preset' occurs twice; keep one of them.
            policies:;  - suspect-after: 15m               | 2: A policy needs the pattern of the resources it is for, such as pattern: Chapter_*
            policies:;  - pattern: x;    cooldwon: 15m     | 3: There is no key 'cooldwon' here; did you mean 'cooldown'?
            policies:;  - pattern: x;    pace: 1s;    cooldown: 1s| 3: 'pace' is the old name of 'cooldown'; keep one of them.
            policies:;  - pattern: x;    cooldown: 15 min  | 3: '15 min' is not a duration: write it like 90s, 15m or 1h30m.
            policies:;  - pattern: x;    privacy: secret   | 3: Privacy is open, name-only or hidden.
            policies:;  - pattern: x;    lease: 0s         | 3: The grace of a lease must be longer than zero, not PT0S.
            policies: x                                    | 1: A list is expected here, each of its lines starting with a dash, such as: - pattern: Chapter_*
            resources:;  A_{n}_{m}: []                     | 2: A name has at most one parameter, written {chapter} or {chapter:02}, and no other braces.
            resources:;  A_{n}:;    - x/{m}                | 3: The name A_{n} has no parameter {m}, so its paths cannot have it either.
            resources:;  A_{n}:;    - x/*                  | 3: A path of A_{n} must say where {n} is, else it would belong to all of them.
            resources:;  A:;    - ../x                     | 3: A path is seen from the project's root and stays below it: write Manuscript/**, not '../x'.
            resources:;  Style: [];operations:;  s: [Styel]| 4: 'Styel' is not among the resources of this file; did you mean 'Style'?
            operations:;  s: readonly                      | 2: Write read-only here, or a list of what s locks.
            a: b: c                                        | 1: This is not YAML (mapping values are not allowed here): check the indentation and quotes.
            - x                                            | 1: Keys with values are expected here: store, preset, policies, resources, operations, serve.
            """)
    void mistake_isToldWithItsLineAndWhatToWrite(String file, String message) {
        assertThatThrownBy(() -> read(file.replace(";", "\n")))
                .isInstanceOf(ConfigMistake.class)
                .hasMessage("holdfast.yaml:" + message);
    }

    private static Policies policies(String text) {
        return Objects.requireNonNull(read(text).policies());
    }

    private static LockSettings read(String text) {
        return ConfigurationReader.read(new ConfigSource("holdfast.yaml"), text).locks();
    }
}
