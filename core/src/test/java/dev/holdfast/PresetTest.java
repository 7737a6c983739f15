package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Policy.Privacy;
import dev.holdfast.Policy.RequestPolicy;
import dev.holdfast.Policy.Scope;
import dev.holdfast.Policy.Silence;
import dev.holdfast.Policy.WaitPolicy;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PresetTest {

    @Test
    void book_hasItsFigures() {
        Policy book = Preset.BOOK.policy();
        assertThat(book.lease()).isEqualTo(Lease.NONE);
        assertThat(book.suspectAfter()).isEqualTo(Duration.ofMinutes(15));
        assertThat(book.reclaimAfter()).isEqualTo(Duration.ofHours(1));
        assertThat(book.waiting().look()).isEqualTo(Duration.ofSeconds(5));
        assertThat(book.waiting().ask()).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void board_hasItsFigures() {
        Policy board = Preset.BOARD.policy();
        assertThat(board.lease()).isEqualTo(Lease.NONE);
        assertThat(board.suspectAfter()).isNull();
        assertThat(board.waiting().timeout()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void resume_hasItsFigures() {
        Policy resume = Preset.RESUME.policy();
        assertThat(resume.lease()).isEqualTo(Lease.NONE);
        assertThat(resume.waiting().timeout()).isZero();
    }

    @Test
    @DisplayName("P8: 120 min absolute, ping 30 s, lost after 5 min")
    void offline_hasItsFigures() {
        Policy offline = Preset.OFFLINE.policy();
        assertThat(offline.lease()).isEqualTo(new Lease(Duration.ofMinutes(120), null, Duration.ofMinutes(5)));
        assertThat(offline.heartbeat()).isEqualTo(Duration.ofSeconds(30));
        assertThat(offline.waiting().timeout()).isZero();
    }

    @Test
    @DisplayName("C17: 10 min, 2 s, 3, 5 s / 1, 60 s")
    void compose_hasItsFigures() {
        Policy compose = Preset.COMPOSE.policy();
        assertThat(compose.lease().idle()).isEqualTo(Duration.ofMinutes(10));
        assertThat(compose.heartbeat()).isEqualTo(Duration.ofSeconds(30));
        assertThat(compose.lease().grace()).isEqualTo(Duration.ofSeconds(3 * 30));
        assertThat(compose.cooldown()).isEqualTo(Duration.ofSeconds(5));
        assertThat(compose.debounce()).isEqualTo(Duration.ofSeconds(2));
        assertThat(compose.warning()).isEqualTo(Duration.ofSeconds(60));
        assertThat(compose.waiting()).isEqualTo(WaitPolicy.NEVER);
        assertThat(compose.privacy()).isEqualTo(Privacy.HIDDEN);
        assertThat(compose.drafts()).isTrue();
        assertThat(compose.requests().allowed()).isFalse();
    }

    static Stream<Arguments> constants() {
        Duration other = Duration.ofSeconds(67);
        return Stream.of(
                constant("lease", change -> change.lease(Lease.of(other))),
                constant("heartbeat", change -> change.heartbeat(other)),
                constant("waiting", change -> change.waiting(WaitPolicy.ON_REQUEST)),
                constant("reclaim-after", change -> change.reclaimAfter(other)),
                constant("cooldown", change -> change.cooldown(other)),
                constant("debounce", change -> change.debounce(other)),
                constant("warning", change -> change.warning(other)),
                constant("lock-delay", change -> change.lockDelay(other)),
                constant(
                        "requests",
                        change -> change.requests(new RequestPolicy(true, true, 4, Silence.HAND_OVER, other))));
    }

    private static Arguments constant(String name, Consumer<Policy.Builder> change) {
        return Arguments.of(name, change);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("constants")
    @DisplayName("C17: a configuration that changes a constant of compose is refused and says so")
    void compose_changedConstant_isRefused(String name, Consumer<Policy.Builder> change) {
        assertThatThrownBy(() -> change.accept(Preset.COMPOSE.policy().toBuilder()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("The preset compose fixes " + name + " at ");
        change.accept(Preset.OFFLINE.policy().toBuilder());
    }

    @Test
    @DisplayName("C1: one at a time in the whole scene is a setting of its own")
    void compose_scope_canBeChanged() {
        Policy oneAtATime = Preset.COMPOSE.policy().toBuilder()
                .scope(new Scope("scene/*", false))
                .build();
        assertThat(oneAtATime.scope()).isEqualTo(new Scope("scene/*", false));
    }

    @Test
    void scope_withWaiting_isRefused() {
        Policy.Builder change = Preset.OFFLINE.policy().toBuilder().scope(new Scope("a/*", true));
        assertThatThrownBy(change::build).hasMessageContaining("cannot allow waiting");
    }

    @Test
    void named_isFoundOrToldOf() {
        assertThat(Preset.named("compose")).isEqualTo(Preset.COMPOSE);
        assertThatThrownBy(() -> Preset.named("Book"))
                .hasMessage("There is no preset 'Book'. Choose one of: book, board, resume, offline, compose.");
    }

    @Test
    void policies_firstMatchWins() {
        Policy scenes = Preset.COMPOSE.policy().toBuilder().pattern("scene/**").build();
        Policy chapters = Preset.BOOK.policy().toBuilder().pattern("Chapter_??").build();
        Policies policies = Policies.of(Preset.OFFLINE).and(scenes).and(chapters);
        assertThat(policies.forResource("scene/9/character/4").preset()).isEqualTo(Preset.COMPOSE);
        assertThat(policies.forResource("Chapter_03").preset()).isEqualTo(Preset.BOOK);
        assertThat(policies.forResource("Chapter_103").preset()).isEqualTo(Preset.OFFLINE);
    }

    @Test
    void change_ofAllSettings_isWhatIsDone() {
        Policy from = Preset.OFFLINE.policy();
        Lease lease = Lease.of(Duration.ofSeconds(1));
        WaitPolicy never = Preset.COMPOSE.policy().waiting();
        Scope scope = new Scope("scene/*", true);
        Policy done = from.toBuilder()
                .lease(lease)
                .heartbeat(Duration.ofSeconds(2))
                .suspectAfter(Duration.ofSeconds(3))
                .reclaimAfter(Duration.ofSeconds(4))
                .waiting(never)
                .scope(scope)
                .cooldown(Duration.ofSeconds(5))
                .debounce(Duration.ofSeconds(6))
                .warning(Duration.ofSeconds(7))
                .lockDelay(Duration.ofSeconds(8))
                .privacy(Privacy.HIDDEN)
                .drafts(true)
                .forceByAnyone(true)
                .requests(RequestPolicy.NEVER)
                .pattern("scene/**")
                .build();
        assertThat(done)
                .isEqualTo(new Policy(new Policy.Values(
                        Preset.OFFLINE,
                        "scene/**",
                        lease,
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(3),
                        Duration.ofSeconds(4),
                        never,
                        scope,
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(8),
                        Duration.ofSeconds(6),
                        Duration.ofSeconds(7),
                        Privacy.HIDDEN,
                        true,
                        true,
                        RequestPolicy.NEVER,
                        false)));
    }

    @Test
    void forceByAnyone_isForAllButOffline() {
        assertThat(Preset.OFFLINE.policy().forceByAnyone()).isFalse();
        assertThat(Preset.BOOK.policy().forceByAnyone()).isTrue();
    }
}
