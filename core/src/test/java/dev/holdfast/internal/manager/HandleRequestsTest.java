package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.Reply;
import dev.holdfast.HandOverRequest.RequestState;
import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.Receipt;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.UnreadableRecordException;
import dev.holdfast.internal.manager.Clocks.Moment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When the requests to the holder of a handle are shown, and when their askers are told so. */
@Timeout(120)
class HandleRequestsTest {
    private final ManagerParts parts = new ManagerParts(Policies.of(Preset.BOARD));
    private final Moment still = parts.store.clocks().now();
    private final Keeper keeper = new Keeper(parts.backend, new Clocks(still::nanos, still::wall));
    private final KeptHandle handle = parts.handle(keeper, "a");
    private final RequestCalls calls =
            new RequestCalls(parts.engine, parts.acquirer, new Views(parts.engine), resource -> {});
    private final HandleRequests requests = new HandleRequests(parts.backend, Runnable::run);
    private final List<HandOverRequest> heard = new ArrayList<>();
    private final Receipt asked = calls.ask(from("ben"), "please").receipt();

    @BeforeEach
    void look() {
        parts.backend.look(List.of(handle.handleState()), (which, lost) -> {});
        assertThat(handle.handleState().requests()).isNotEmpty();
    }

    @AfterEach
    void close() {
        parts.working();
        keeper.close();
    }

    private static LockRequest from(String asker) {
        return LockRequest.of("a").owner(Owner.of(asker));
    }

    private boolean told() {
        return calls.find(asked).get(0).told() != null;
    }

    @Test
    void request_isShownOnceToEachListener_andItsAskerIsTold() {
        List<HandOverRequest> alsoHeard = new ArrayList<>();
        requests.listen(heard::add);
        requests.listen(alsoHeard::add);
        requests.show(handle);
        requests.show(handle);
        assertThat(heard)
                .singleElement()
                .satisfies(request -> assertThat(request.message()).isEqualTo("please"));
        assertThat(alsoHeard).hasSize(1);
        assertThat(told()).isTrue();
    }

    /** Its asker must not believe that the holder knows. */
    @Test
    void request_whileNothingListens_isLeftForTheFirstListener() {
        requests.show(handle);
        assertThat(told()).isFalse();
        requests.listen(heard::add);
        requests.show(handle);
        assertThat(heard).hasSize(1);
        assertThat(told()).isTrue();
    }

    /** The asker waits for the note that its request was seen, so the holder rather sees it twice. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void request_whoseNoteIsNotWritten_isShownAgain(boolean away) {
        requests.listen(heard::add);
        parts.failing(
                away ? new StoreUnreachableException("Away.", null) : new UnreadableRecordException("Damaged.", null));
        requests.show(handle);
        parts.working();
        assertThat(heard).hasSize(1);
        assertThat(told()).isFalse();
        requests.show(handle);
        assertThat(heard).hasSize(2);
        assertThat(told()).isTrue();
    }

    /** A look at the store may be overtaken by a later one, and then show what has been answered since. */
    @Test
    void request_thatIsMissingForAMoment_isShownOnce() {
        HandleState state = handle.handleState();
        HandOverRequest first = state.requests().get(0);
        HandOverRequest second = calls.ask(from("carl"), "me too").requests().get(0);
        requests.listen(heard::add);
        for (List<HandOverRequest> seen : List.of(List.of(first), List.of(second), List.of(first, second))) {
            state.learn(state.holds(), seen);
            requests.show(handle);
        }
        assertThat(heard).containsExactly(first, second);
    }

    /** However many others come and go in the meantime. */
    @Test
    void request_thatStaysOpen_isShownOnce() {
        requests.listen(heard::add);
        for (int i = 0; i < 300; i++) {
            parts.store.pass(ManagerParts.TTL.minusSeconds(1)); // no more than some in an hour
            parts.backend.renew(List.of(handle.handleState()), true, null, (which, lost) -> {});
            Receipt other = calls.ask(from("other " + i), "").receipt();
            look();
            requests.show(handle);
            assertThat(calls.withdraw(other)).isTrue();
        }
        requests.show(handle);
        assertThat(heard).hasSize(301);
        assertThat(heard.stream().map(HandOverRequest::id)).doesNotHaveDuplicates();
    }

    @Test
    void answer_isWrittenForTheAsker() {
        HandOverRequest open = handle.handleState().requests().get(0);
        assertThat(requests.answer(open, Reply.no("later")))
                .hasValueSatisfying(answered -> assertThat(answered.state()).isEqualTo(RequestState.DECLINED));
        assertThat(calls.find(asked).get(0).state()).isEqualTo(RequestState.DECLINED);
        assertThat(requests.answer(open, Reply.now()))
                .as("it has an answer already")
                .isEmpty();
    }
}
