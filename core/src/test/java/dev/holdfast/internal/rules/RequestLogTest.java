package dev.holdfast.internal.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.RequestState;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Policy.RequestPolicy;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.spi.Body.Due;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is kept of the requests of one person. */
class RequestLogTest {
    private static final Instant NOW = Given.T0;

    private static OpenRequest open(int id, String asker, String holder, Instant asked, String message) {
        Claim claim = new Claim(Given.id(id), Owner.of(asker).user("mia"), Mode.EXCLUSIVE, Given.OFFLINE.lease());
        return new OpenRequest(claim, Owner.of(holder), 7, message, asked, null, null, false, "", null, null);
    }

    private static RequestLog with(@Nullable RequestLog log, OpenRequest request, RequestState state) {
        return RequestLog.with(log, "book", new RequestChange(request, state, ""));
    }

    private static RequestLog stamped(RequestLog log) {
        return log.stamped(9, NOW);
    }

    @Test
    void requestToSeveralHolders_countsOnce_andIsKeptForEach() {
        RequestLog log = with(null, open(1, "ann", "ben", Stamp.TIME, ""), RequestState.OPEN);
        log = with(log, open(1, "ann", "cid", Stamp.TIME, ""), RequestState.OPEN);
        assertThat(log.times()).containsExactly(Stamp.TIME);
        assertThat(log.requests()).extracting(request -> request.holder().id()).containsExactly("ben", "cid");
        log = with(stamped(log), open(2, "ann", "ben", Stamp.TIME, ""), RequestState.OPEN);
        assertThat(log.times()).as("another request").containsExactly(NOW, Stamp.TIME);
    }

    @Test
    void progress_replacesWhatWasKnownOfThatHolder_andCountsNoMore() {
        RequestLog log = with(null, open(1, "ann", "ben", Stamp.TIME, ""), RequestState.OPEN);
        log = stamped(with(log, open(1, "ann", "cid", Stamp.TIME, ""), RequestState.OPEN));
        log = stamped(with(log, open(1, "ann", "ben", NOW, ""), RequestState.DECLINED));
        assertThat(log.requests())
                .extracting(request -> request.holder().id() + " " + request.state())
                .containsExactly("cid OPEN", "ben DECLINED");
        assertThat(log.requests()).extracting(HandOverRequest::ended).containsExactly(null, NOW);
        assertThat(log.times()).containsExactly(NOW);
        assertThat(log.has(Given.id(1))).isTrue();
        assertThat(log.has(Given.id(2))).isFalse();
    }

    @Test
    void itIsThatOfOnePerson() {
        RequestLog log = with(null, open(1, "ann", "ben", Stamp.TIME, ""), RequestState.OPEN);
        log = with(log, open(2, "anna", "ben", NOW, ""), RequestState.OPEN);
        assertThat(log.users()).containsExactly("mia");
        assertThat(log.owners()).containsExactly("ann", "anna");
        assertThat(new RequestLog("", List.of(), List.of()).users()).isEmpty();
    }

    @Test
    void timesOfTheLastHourCount_theLatestOfThem() {
        Instant hour = NOW.minus(RequestLog.WINDOW);
        assertThat(RequestLog.recent(List.of(hour, hour.plusMillis(1), Stamp.TIME), NOW))
                .containsExactly(hour.plusMillis(1), Stamp.TIME);
        List<Instant> many = IntStream.range(0, RequestPolicy.MAX_PER_HOUR)
                .mapToObj(NOW::plusSeconds)
                .toList();
        RequestLog full = new RequestLog("mia", List.of(), many);
        assertThat(with(full, open(1, "ann", "ben", NOW, ""), RequestState.DECLINED)
                        .times())
                .isEqualTo(many);
        RequestLog more = with(full, open(1, "ann", "ben", Stamp.TIME, ""), RequestState.OPEN);
        assertThat(more.times())
                .hasSize(RequestPolicy.MAX_PER_HOUR)
                .startsWith(many.get(1))
                .endsWith(Stamp.TIME);
    }

    @Test
    void whatHasEnded_isForgotten_theOldestFirst_andWhatIsOpenStays() {
        String text = "x".repeat(1_000);
        RequestLog log = with(null, open(1, "ann", "ben", NOW, text), RequestState.OPEN);
        for (int i = 2; i < 20; i++) {
            log = with(log, open(i, "ann", "ben", NOW, text), RequestState.DECLINED);
        }
        assertThat(log.requests().get(0).id()).isEqualTo(Given.id(1));
        assertThat(log.requests().get(log.requests().size() - 1).id()).isEqualTo(Given.id(19));
        assertThat(Room.ofRequests(log.requests())).isLessThanOrEqualTo(8 << 10).isGreaterThan(6 << 10);
        for (int i = 20; i < 200; i++) {
            log = with(log, open(i, "ann", "ben", NOW, ""), RequestState.OPEN);
        }
        assertThat(log.has(Given.id(1))).isTrue();
        assertThat(log.has(Given.id(199))).isTrue();
        assertThat(log.has(Given.id(19))).as("ended").isFalse();
    }

    @Test
    void manyShortOnes_areBoundedToo() {
        RequestLog log = null;
        for (int i = 1; i < 2 * OpenRequests.MAX + 9; i++) {
            log = with(log, open(i, "a", "b", NOW, ""), RequestState.WITHDRAWN);
        }
        assertThat(log.requests()).hasSizeBetween(10, 2 * OpenRequests.MAX);
        assertThat(log.has(Given.id(2 * OpenRequests.MAX + 8))).isTrue();
    }

    @Test
    void itIsKeptForTwoDays_afterItsLastChange() {
        Duration kept = RequestLog.LIFE.plus(OpenRequest.LIFE);
        RequestLog log = with(null, open(1, "ann", "ben", Stamp.TIME, ""), RequestState.OPEN);
        assertThat(log.due()).isEqualTo(new Due(null, kept));
        log = with(stamped(log), open(1, "ann", "ben", NOW, ""), RequestState.DECLINED);
        log = log.stamped(10, NOW.plusSeconds(60));
        assertThat(log.due()).isEqualTo(new Due(NOW.plusSeconds(60).plus(kept), null));
        log = with(log, open(2, "ann", "ben", NOW.plusSeconds(5), ""), RequestState.OPEN);
        assertThat(log.due())
                .as("the later one counts")
                .isEqualTo(new Due(NOW.plusSeconds(60).plus(kept), null));
        assertThat(new RequestLog("", List.of(), List.of()).due()).isEqualTo(Due.NEVER);
    }
}
