package dev.holdfast.internal.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.StoreException;
import dev.holdfast.StoreUnreachableException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One line when something begins to fail, one when it works again. */
class OutageTest {
    private static final String LOGGER = "dev.holdfast.outage-test";
    private static final long SECOND = 1_000_000_000;
    private final StoreException away = new StoreUnreachableException("It is away.", null);

    private final AtomicLong now = new AtomicLong(-5 * SECOND);
    private final LogLines lines = new LogLines(LOGGER);
    private final Outage outage = new Outage(LOGGER, "The store x", SECOND, now::get);

    @AfterEach
    void close() {
        lines.close();
    }

    private void after(long seconds) {
        now.addAndGet(seconds * SECOND);
    }

    @Test
    void outage_isTwoLinesHoweverManyCallsFail() {
        outage.works(Outage.WRITE);
        for (int i = 0; i < 1_000; i++) {
            outage.failed(Outage.WRITE, away);
        }
        assertThat(lines.all()).containsExactly("WARNING The store x fails: It is away.");
        after(12);
        outage.works(Outage.WRITE);
        outage.works(Outage.WRITE);
        assertThat(lines.all())
                .containsExactly(
                        "WARNING The store x fails: It is away.",
                        "INFO The store x works again after 12 s. Failed calls: 1000.");
    }

    @Test
    void success_ofACallThatWasUnderWay_isNoEnd() {
        outage.failed(Outage.WRITE, away);
        outage.works(Outage.WRITE);
        outage.failed(Outage.WRITE, away);
        assertThat(lines.all()).hasSize(1);
    }

    @Test
    void again_tellsWhenItBeganToWork() {
        outage.failed(Outage.READ, away);
        after(3);
        outage.failed(Outage.READ, away);
        outage.works(Outage.READ);
        after(60);
        outage.works(Outage.READ);
        assertThat(lines.all().get(1)).isEqualTo("INFO The store x works again after 3.0 s. Failed calls: 2.");
    }

    @Test
    void changes_thatFail_areNotEndedByReading() {
        outage.failed(Outage.WRITE, away);
        after(5);
        outage.works(Outage.READ);
        assertThat(lines.all()).hasSize(1);
        outage.works(Outage.WRITE);
        assertThat(lines.all()).hasSize(2);
    }

    @Test
    void failing_byTurnsForAnHour_isFewLines() {
        for (int second = 0; second < 3_600; second += 3) {
            outage.failed(Outage.WRITE, away);
            after(2);
            outage.works(Outage.WRITE);
            after(1);
        }
        assertThat(lines.all()).hasSizeBetween(2, 30);
    }

    @Test
    void feed_worksWithItsFirstSuccess() {
        Outage feed = new Outage(LOGGER, "The feed", 0, now::get);
        feed.failed(Outage.READ, away);
        feed.works(Outage.READ);
        assertThat(lines.all()).hasSize(2);
    }
}
