package dev.holdfast.server.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Of which holds a hook was told before their end, and what a position keeps of that. */
class AnnouncedTest {
    private static final Instant NOW = Instant.parse("2026-03-02T09:00:00Z");
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private Announced announced = new Announced();

    private static Instant end(int minutes) {
        return NOW.plus(DAY).plus(Duration.ofMinutes(minutes));
    }

    /** Looks at all holds: those that it was not told of are delivered. */
    private void look(Instant now, Duration time) {
        announced.look(now, time);
        announced.looked(now.plus(time));
    }

    private void restart() {
        Position kept = new Position(NOW, "", 0, List.of(), List.of(), announced.kept(), announced.ids());
        Position read = Position.of(kept.text());
        assertThat(read).isEqualTo(kept);
        announced = new Announced();
        announced.begin(read.ends(), read.announced());
    }

    @Test
    void aHookThatIsNew_isToldOfAllThatHaveNotEnded() {
        assertThat(announced.isNew("a", end(0))).as("before the first look").isFalse();
        announced.look(NOW, DAY);
        assertThat(announced.isNew("a", NOW.plusSeconds(1))).isTrue();
        assertThat(announced.isNew("b", NOW.minusSeconds(1))).isFalse();
    }

    @Test
    void anEnd_thatALookHasPassed_isNotNew_evenWithoutItsId() {
        look(NOW, DAY);
        announced.look(NOW.plus(HOUR), DAY);
        assertThat(announced.isNew("a", end(-2))).isFalse();
        assertThat(announced.isNew("late", end(0))).as("visible late").isTrue();
        assertThat(announced.isNew("b", end(60))).isTrue();
    }

    @Test
    void whatWaits_isSentAfterARestart_andWhatWasSent_isNot() {
        announced.look(NOW, DAY);
        announced.began("waits", end(-60));
        announced.began("sent", end(-30));
        announced.ended("sent", end(-30));
        announced.looked(NOW.plus(DAY));
        look(NOW.plus(HOUR), DAY);
        assertThat(announced.kept()).isEqualTo(end(-60));
        restart();
        announced.look(NOW.plus(HOUR), DAY);
        assertThat(announced.isNew("sent", end(-30))).isFalse();
        assertThat(announced.isNew("waits", end(-60))).isTrue();
        assertThat(announced.isNew("earlier", end(-61))).isFalse();
    }

    @Test
    void aRestartDuringALook_goesOnFromTheLastOne() {
        look(NOW, DAY);
        announced.look(NOW.plus(HOUR), DAY);
        announced.began("a", end(30));
        announced.ended("a", end(30));
        restart();
        announced.look(NOW.plus(HOUR), DAY);
        assertThat(announced.isNew("a", end(30))).isFalse();
        assertThat(announced.isNew("b", end(20))).isTrue();
        announced.looked(NOW.plus(HOUR).plus(DAY));
        restart();
        announced.look(NOW.plus(HOUR), DAY);
        assertThat(announced.isNew("b", end(20))).isFalse();
    }

    @Test
    void aClockThatIsSetBack_andAShorterTime_loseNothing() {
        look(NOW, DAY);
        Instant back = NOW.minus(HOUR);
        announced.look(back, DAY);
        assertThat(announced.isNew("a", back.plus(DAY).plusSeconds(1))).isTrue();
        announced.looked(back.plus(DAY));
        announced.look(back, HOUR);
        assertThat(announced.isNew("b", back.plus(HOUR))).isTrue();
    }

    @Test
    void aPosition_hasABoundedNumberOfIds_theNewest() {
        announced.look(NOW, DAY);
        for (int i = 0; i < 20_000; i++) {
            announced.ended("e" + i, end(0));
        }
        announced.looked(NOW.plus(DAY));
        assertThat(announced.ids()).hasSize(Announced.MAX).endsWith("e19999");
        assertThat(announced.isNew("e19000", end(0))).isFalse();
        restart();
        announced.look(NOW, DAY);
        for (int i = 0; i < 20_000; i++) {
            announced.ended("f" + i, end(0));
        }
        assertThat(announced.ids()).hasSize(Announced.MAX).endsWith("f19999");
        look(NOW.plus(HOUR), DAY);
        assertThat(announced.ids()).as("not needed any more").isEmpty();
    }

    @Test
    void aLookWithoutNews_changesNothingInTheStore() {
        look(NOW, DAY);
        assertThat(announced.takeChanged()).as("the first").isTrue();
        look(NOW.plusSeconds(60), DAY);
        assertThat(announced.takeChanged()).isFalse();
        announced.began("a", end(60));
        assertThat(announced.takeChanged()).isTrue();
    }
}
