package dev.holdfast.internal.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.Reply;
import dev.holdfast.HandOverRequest.RequestState;
import dev.holdfast.Hold;
import dev.holdfast.Mode;
import dev.holdfast.Policy.RequestPolicy;
import dev.holdfast.Policy.Silence;
import dev.holdfast.internal.rules.Given.Resource;
import dev.holdfast.spi.Body.Due;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The requests in the record of a resource. */
class OpenRequestsTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private final Resource book = new Resource(Given.OFFLINE);

    /** Ann and Ben read, and Cid asks both. */
    private OpenRequests asked() {
        book.on(Given.acquire(1, "ann", Mode.SHARED));
        book.on(Given.acquire(2, "ben", Mode.SHARED));
        book.on(new Command.Ask(Given.claim(3, "cid", Mode.EXCLUSIVE, Given.OFFLINE.lease()), "please"));
        return book.state().requests();
    }

    private Hold hold(int id) {
        return book.state().holdOf(Given.id(id));
    }

    @Test
    void eachHolderReadsItsOwn_andOthersReadAll() {
        OpenRequests requests = asked();
        assertThat(requests.to(hold(1))).hasSize(1);
        assertThat(requests.on("book", hold(2)))
                .extracting(request -> request.holder().id())
                .containsExactly("ben");
        assertThat(requests.on("book"))
                .extracting(
                        HandOverRequest::resource, request -> request.holder().id(), HandOverRequest::state)
                .containsExactly(tuple("book", "ann", RequestState.OPEN), tuple("book", "ben", RequestState.OPEN));
    }

    @Test
    void nothingIsKept_ifThereIsNoRequestNoMuteAndNoCount() {
        OpenRequests requests = asked();
        assertThat(OpenRequests.NONE.isEmpty()).isTrue();
        assertThat(new OpenRequests(requests.list(), List.of()).isEmpty()).isFalse();
        assertThat(new OpenRequests(List.of(), List.of("ann")).isEmpty()).isFalse();
        assertThat(new OpenRequests(List.of(), List.of(), requests.asked()).isEmpty())
                .isFalse();
    }

    @Test
    void whatIsLeft_isThatOfThePresentHolders() {
        OpenRequests requests = asked().muted("ann", true).muted("ben", true);
        OpenRequests left = requests.onlyTo(List.of(hold(2)));
        assertThat(left.list()).extracting(request -> request.holder().id()).containsExactly("ben");
        assertThat(left.muted()).containsExactly("ben");
        assertThat(left.asked()).isEqualTo(requests.asked()).isNotEmpty();
        assertThat(requests.onlyTo(List.of()).isEmpty()).isTrue();
    }

    @Test
    void promise_isShownAsOne() {
        asked();
        book.on(new Command.Respond("ann", Given.id(3), Reply.promise(MINUTE.multipliedBy(9))));
        assertThat(book.state().requests().to(hold(1)).get(0).on("book").state())
                .isEqualTo(RequestState.PROMISED);
    }

    @Test
    void sweep_looksAtThoseThatAreOld_orNotAnswered_andAtNoneThatLeadsToSomething() {
        OpenRequest open = asked().list().get(0);
        assertThat(open.due()).isEqualTo(new Due(open.asked().plus(OpenRequest.LIFE), null));
        book.on(new Command.Respond("ann", Given.id(3), Reply.promise(MINUTE.multipliedBy(9))));
        assertThat(book.state().requests().to(hold(1)).get(0).due()).isEqualTo(Due.NEVER);

        Resource silent = new Resource(Given.OFFLINE.toBuilder()
                .requests(new RequestPolicy(true, false, 3, Silence.REPORT, MINUTE))
                .build());
        silent.on(Given.acquire(1, "ann"));
        silent.on(new Command.Ask(Given.claim(3, "cid", Mode.EXCLUSIVE, Given.OFFLINE.lease()), ""));
        silent.on(new Command.Show("ann"));
        assertThat(silent.state().requests().list().get(0).due())
                .isEqualTo(new Due(silent.now().plus(MINUTE), null));
    }
}
