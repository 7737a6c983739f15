package dev.holdfast.server.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.base.Bounds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The position that is kept of a hook. */
class ProgressTest {
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    private final Progress progress = new Progress();

    private static Instant at(int seconds) {
        return START.plusSeconds(seconds);
    }

    private void read(int number) {
        progress.read("e" + number, at(number));
    }

    private void send(int number) {
        read(number);
        progress.began("e" + number, at(number));
    }

    private void end(int number) {
        progress.ended("e" + number, at(number));
    }

    private Position position() {
        return progress.position(List.of());
    }

    @Test
    void anEventThatWaits_holdsThePositionBack_andWhatWasSentSince_isKnown() {
        for (int i = 0; i < 300; i++) {
            send(i);
        }
        for (int i = 1; i < 300; i++) {
            end(i);
        }
        assertThat(position().from()).isEqualTo(at(0));
        assertThat(position().waiting()).isEqualTo(1);
        assertThat(position().done()).hasSize(299).doesNotContain("e0");
        end(0);
        assertThat(position().from()).as("a change may become visible late").isEqualTo(at(299 - 60));
        assertThat(position().waiting()).isZero();
        assertThat(position().last()).isEqualTo("e299");
        assertThat(position().done()).hasSize(61).contains("e239", "e299");
    }

    @Test
    void moreThanAPositionHolds_isCountedAsSent_unlessAnEventWaits() {
        for (int i = 0; i < 3_000; i++) {
            progress.began("e" + i, at(0).plusMillis(i));
            progress.read("e" + i, at(0).plusMillis(i));
        }
        for (int i = 0; i < 2_999; i++) {
            progress.ended("e" + i, at(0).plusMillis(i));
        }
        assertThat(position().done()).hasSize(Progress.MAX);
        assertThat(position().from()).isEqualTo(at(0).plusMillis(2_999 - Progress.MAX - 1));
        progress.began("late", at(-1));
        assertThat(position().from()).isEqualTo(at(-1));
    }

    @Test
    void aDeadLetterThatIsSentAgain_isNotDone() {
        send(1);
        end(1);
        progress.began("e1", at(1));
        assertThat(position().done()).isEmpty();
        assertThat(position().from()).isBefore(at(1));
        assertThat(position().waiting()).isEqualTo(1);
    }

    @Test
    void aPosition_isReadAsItWasWritten_andAnythingElseIsNone() {
        send(1);
        end(1);
        Position position = progress.position(List.of(
                new DeadNote("d1", 12, "Status 500."), new DeadNote("d2", 3, ""), new DeadNote("d3", 1, "Gone.")));
        assertThat(Position.of(position.text())).isEqualTo(position);
        assertThat(Position.of("{}")).isNull();
        assertThat(Position.of("no JSON")).isNull();
        assertThat(Position.of(position.text().replace("[", "7,\"x\":["))).isNull();
    }

    @Test
    void reasonsOfDeadLetters_areBounded_theNewestAreKept() {
        List<DeadNote> dead = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            dead.add(new DeadNote("evt_" + "0".repeat(28) + i, 50, i + "\u0001".repeat(1_000)));
        }
        Position position = progress.position(dead);
        String text = position.text();
        assertThat(text.length()).isLessThan(Bounds.RECORD / 2);
        List<DeadNote> read = Position.of(text).dead();
        assertThat(read).hasSize(1_000);
        assertThat(read.subList(980, 1_000)).isEqualTo(dead.subList(980, 1_000));
        assertThat(read.subList(0, 980)).allMatch(letter -> letter.why().isEmpty() && letter.tries() == 50);
    }

    @Test
    void deadLettersOfAnEarlierVersion_haveNoReason() {
        Position position = progress.position(List.of(new DeadNote("d1", 12, "Status 500.")));
        String earlier = position.text().replaceAll(",\"why\".*", "}");
        assertThat(Position.of(earlier).dead()).containsExactly(new DeadNote("d1", 0, ""));
        String mixed = position.text().replace("[\"d1\"]", "[\"d1\",\"d2\"]");
        assertThat(Position.of(mixed).dead()).containsExactly(new DeadNote("d1", 0, ""), new DeadNote("d2", 0, ""));
        String wrong = position.text().replace("[[12,0]]", "[[12,7]]");
        assertThat(Position.of(wrong).dead()).containsExactly(new DeadNote("d1", 12, ""));
    }

    @Test
    void aChange_isReportedOnce() {
        assertThat(progress.takeChanged()).as("a new hook").isTrue();
        assertThat(progress.takeChanged()).isFalse();
        read(1);
        assertThat(progress.takeChanged()).isTrue();
        assertThat(progress.takeChanged()).isFalse();
    }
}
