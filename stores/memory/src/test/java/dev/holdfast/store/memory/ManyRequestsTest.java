package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.Reply;
import dev.holdfast.HandOverRequest.RequestState;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockEvent.EventKind;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.Receipt;
import dev.holdfast.Requests;
import dev.holdfast.Requests.Asked;
import dev.holdfast.internal.codec.Codec;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.testkit.FakeTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Callers that ask again and again: the holder hears of few of them, and nothing in the store grows. */
@Timeout(300)
class ManyRequestsTest {
    private static final int LOOP = 10_000;
    /** What a record may take that has all that is allowed, with short texts. */
    private static final int BYTES = 32 << 10;

    private static final String LONG_TEXT = "please ".repeat(140);

    private final FakeTime time = FakeTime.create();
    private final LockStore store = new MemoryStoreProvider().open("memory:" + UUID.randomUUID(), time);
    private final LockManager locks = StoreManagers.over(
            store,
            ManagerOptions.DEFAULT
                    .policies(Policies.of(Preset.BOARD))
                    .clocks(time, () -> ChronoUnit.NANOS.between(Instant.EPOCH, time.instant())));
    private final Requests requests = locks.holds().requests();
    private LockHandle held = locks.acquire("r");

    @AfterEach
    void close() {
        locks.close();
    }

    private static LockRequest as(String owner, String user) {
        return LockRequest.of("r").owner(Owner.of(owner).user(user));
    }

    private int records(Kind kind) {
        return store.query(Query.all(kind)).entries().size();
    }

    private int bytes(Kind kind) {
        int most = 0;
        for (Entry entry : store.query(Query.all(kind)).entries()) {
            most = Math.max(most, Codec.encode(entry.body()).length());
        }
        return most;
    }

    private long told() {
        return store.history(new HistoryQuery("r", null, 1_000)).stream()
                .filter(entry -> entry.event().kind() == EventKind.REQUESTED)
                .count();
    }

    @Test
    @DisplayName("One user who asks and withdraws 10,000 times reaches the holder three times an hour")
    void oneUser_reachesTheHolderThreeTimesAnHour() {
        int made = 0;
        for (int i = 0; i < LOOP; i++) {
            Asked asked = requests.ask(as("tab-" + i, "mia"), LONG_TEXT);
            if (asked.refusal() == null) {
                made++;
                assertThat(requests.withdraw(asked.receipt())).isTrue();
            } else {
                assertThat(asked.retryAt()).isEqualTo(time.instant().plus(Duration.ofHours(1)));
            }
        }
        assertThat(made).isEqualTo(3);
        assertThat(told()).isEqualTo(3);
        assertThat(records(Kind.REQUEST)).isEqualTo(1);
        assertThat(bytes(Kind.REQUEST)).isLessThan(BYTES);
        assertThat(bytes(Kind.LOCK)).isLessThan(BYTES);
        time.advance(Duration.ofHours(1));
        assertThat(requests.ask(as("tab", "mia"), "").refusal()).isNull();
    }

    @Test
    @DisplayName("A user who asks for years leaves no more than one who asks for a day")
    void oneUser_overALongTime_leavesABoundedRecord() {
        for (int i = 0; i < LOOP; i++) {
            Asked asked = requests.ask(as("mia", "mia"), LONG_TEXT);
            assertThat(asked.refusal()).isNull();
            String holder = held.holds().get(0).owner().id();
            assertThat(requests.answer("r", holder, asked.requests().get(0).id(), Reply.no(LONG_TEXT)))
                    .isPresent();
            time.advance(Duration.ofMinutes(21));
        }
        assertThat(records(Kind.REQUEST)).isEqualTo(1);
        assertThat(bytes(Kind.REQUEST)).isLessThan(BYTES);
        assertThat(bytes(Kind.LOCK)).isLessThan(BYTES);
    }

    @Test
    @DisplayName("10,000 users who ask and withdraw reach the holder 64 times an hour")
    void manyUsers_reachTheHolderSoManyTimesAnHour() {
        for (int i = 0; i < LOOP; i++) {
            Asked asked = requests.ask(as("o-" + i, "user-" + i), "please");
            if (asked.refusal() == null) {
                requests.withdraw(asked.receipt());
            }
        }
        assertThat(told()).isEqualTo(64);
        assertThat(records(Kind.REQUEST)).isEqualTo(64);
        assertThat(bytes(Kind.LOCK)).isLessThan(BYTES);
    }

    @Test
    @DisplayName("10,000 users who leave their requests open have 32 of them")
    void manyUsers_haveSoManyOpen() {
        for (int i = 0; i < LOOP; i++) {
            requests.ask(as("o-" + i, "user-" + i), "please");
        }
        String holder = held.holds().get(0).owner().id();
        assertThat(requests.listByHolder(holder)).hasSize(32);
        assertThat(records(Kind.REQUEST)).isEqualTo(32);
        assertThat(bytes(Kind.LOCK)).isLessThan(BYTES);
        held.close();
        assertThat(records(Kind.LOCK)).isZero();
    }

    @Test
    @DisplayName("A new hold, and an old receipt, give no further requests")
    void newHold_orOldReceipt_givesNoFurtherRequest() throws Exception {
        LockRequest wanted = as("mia", "mia").receipt(Receipt.create("r"));
        for (int i = 0; i < LOOP; i++) {
            Asked asked = requests.ask(wanted, "");
            assertThat(asked.refusal()).isNull();
            HandOverRequest request = asked.requests().get(0);
            assertThat(request.state()).isEqualTo(i == 0 ? RequestState.OPEN : RequestState.DECLINED);
            requests.answer("r", held.holds().get(0).owner().id(), request.id(), Reply.no(""));
        }
        for (int i = 0; i < 5; i++) {
            held.close();
            held = locks.acquire("r");
            boolean made = requests.ask(as("mia", "mia"), "").refusal() == null;
            assertThat(made).isEqualTo(i < 2);
        }
        assertThat(told()).isEqualTo(3);
        assertThat(requests.listByAsker("mia"))
                .extracting(HandOverRequest::state)
                .isEqualTo(List.of(RequestState.DECLINED, RequestState.LAPSED, RequestState.LAPSED));
    }
}
