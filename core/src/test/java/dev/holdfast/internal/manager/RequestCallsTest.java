package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.NotAsked;
import dev.holdfast.HandOverRequest.Reply;
import dev.holdfast.HandOverRequest.RequestState;
import dev.holdfast.Hold;
import dev.holdfast.Lease;
import dev.holdfast.LockRequest;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.Preset;
import dev.holdfast.Receipt;
import dev.holdfast.Requests.Asked;
import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Query;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What askers and holders hear of requests, and of calls that are in vain. */
@Timeout(120)
class RequestCallsTest {
    private final List<String> changed = new ArrayList<>();
    private final ManagerParts parts = new ManagerParts();
    private final RequestCalls calls = calls(parts);

    private RequestCalls calls(ManagerParts of) {
        return new RequestCalls(of.engine, of.acquirer, new Views(of.engine), changed::add);
    }

    private static LockRequest from(String owner) {
        return LockRequest.of("a").owner(Owner.of(owner));
    }

    private static Receipt held(ManagerParts of, LockRequest request) {
        DecidedRequest decided = of.acquirer.atOnce(request, of.acquirer.receipts(request));
        assertThat(decided.granted()).isTrue();
        return decided.receipts().get(0);
    }

    @Test
    void ask_aboutSeveral_orWithALongMessage_isTheCallersMistake() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> calls.ask(LockRequest.of("a", "b").owner(Owner.of("ben")), ""))
                .withMessageContaining("about one resource");
        assertThatIllegalArgumentException().isThrownBy(() -> calls.ask(from("ben"), "x".repeat(Bounds.NOTE + 1)));
        assertThat(parts.store.query(Query.all(Key.Kind.LOCK)).entries()).isEmpty();
    }

    @Test
    void ask_aboutAFreeLock_asksNoHolder() {
        Asked asked = calls.ask(from("ben"), "");
        assertThat(asked.refusal()).isEqualTo(NotAsked.FREE);
        assertThat(asked.requests()).isEmpty();
        assertThat(asked.unreachable()).isZero();
    }

    /** The same receipt stands for the same request: a call whose answer was lost may be made again. */
    @Test
    void ask_onceMore_isTheSameRequest_alsoWhenItHasEnded() {
        held(parts, from("ann"));
        Asked first = calls.ask(from("ben"), "please");
        assertThat(first.requests()).hasSize(1);
        assertThat(first.unreachable()).isZero();
        calls.ask(from("carl"), "me too");
        LockRequest again = from("ben").receipt(first.receipt());
        assertThat(calls.ask(again, "please").requests()).isEqualTo(first.requests());
        assertThat(calls.answer("a", "ann", first.requests().get(0).id(), Reply.no("")))
                .isPresent();
        Asked afterwards = calls.ask(again, "please");
        assertThat(afterwards.refusal()).isNull();
        assertThat(afterwards.requests())
                .singleElement()
                .satisfies(request -> assertThat(request.state()).isEqualTo(RequestState.DECLINED));
        assertThat(calls.listByHolder("ann")).as("that of Carl alone").hasSize(1);
    }

    /** A program that knows nothing of requests has no entries in the record of its lock. */
    @Test
    void ask_aHolderOfAnotherProgram_saysThatItCannotBeShown() {
        Key key = Key.lock("a");
        Hold foreign = new Hold(
                List.of(),
                Owner.of("other program"),
                Mode.EXCLUSIVE,
                3,
                parts.store.now(),
                parts.store.now(),
                parts.store.now(),
                Lease.NONE,
                "",
                "",
                true);
        LockState state = Scenes.state(foreign);
        assertThat(parts.store.applied(List.of(Group.of(Change.put(key, Change.ABSENT, state)))))
                .hasSize(1);
        Asked asked = calls.ask(from("ben"), "");
        assertThat(asked.requests()).hasSize(1);
        assertThat(asked.unreachable()).isEqualTo(1);
    }

    private static List<HandOverRequest> upgrading(ManagerParts parts, RequestCalls calls) {
        Receipt ann = held(parts, from("ann").mode(Mode.SHARED));
        Receipt ben = held(parts, from("ben").mode(Mode.SHARED));
        assertThat(calls.ask(from("carl"), "for a while").requests()).hasSize(2);
        assertThat(calls.ask(from("ann").receipt(ann), "for a moment").requests())
                .hasSize(1);
        Asked second = calls.ask(from("ben").receipt(ben), "");
        assertThat(second.refusal()).isEqualTo(NotAsked.UPGRADING);
        return second.requests();
    }

    /** Who asks first to have a lock alone is whom the other readers have to answer. */
    @Test
    void reader_afterAnotherHasAskedToBeAlone_getsThatRequest() {
        assertThat(upgrading(parts, calls)).singleElement().satisfies(request -> {
            assertThat(request.asker().id()).isEqualTo("ann");
            assertThat(request.message()).isEqualTo("for a moment");
        });
    }

    @Test
    void reader_afterAnotherHasAskedToBeAlone_isNotToldWhereHoldersAreHidden() {
        ManagerParts hidden = new ManagerParts(Policies.of(Preset.OFFLINE)
                .and(Preset.OFFLINE.policy().toBuilder().privacy(Privacy.HIDDEN).build()));
        assertThat(upgrading(hidden, calls(hidden))).isEmpty();
    }

    @Test
    void muteAndShown_sayWhetherThatOwnerHoldsIt() {
        held(parts, from("ann"));
        Asked asked = calls.ask(from("ben"), "");
        assertThat(calls.shown("a", "ann", asked.requests().get(0).id())).isTrue();
        assertThat(calls.find(asked.receipt()).get(0).told()).isNotNull();
        assertThat(calls.shown("a", "ann")).isTrue();
        assertThat(calls.mute("a", "ann", true)).isTrue();
        assertThat(calls.shown("a", "ben")).isFalse();
        assertThat(calls.shown("a", "ben", asked.requests().get(0).id())).isFalse();
        assertThat(calls.mute("a", "ben", true)).isFalse();
        assertThat(calls.ask(from("carl"), "").refusal()).isEqualTo(NotAsked.MUTED);
    }

    @Test
    void withdraw_saysWhetherItWasOpen() {
        held(parts, from("ann"));
        Asked ben = calls.ask(from("ben"), "");
        Asked carl = calls.ask(from("carl"), "");
        assertThat(calls.withdraw(ben.receipt())).isTrue();
        assertThat(calls.withdraw(ben.receipt())).isFalse();
        assertThat(calls.withdraw("a", "ben")).isFalse();
        assertThat(calls.withdraw("a", "carl")).isTrue();
        assertThat(calls.find(ben.receipt()))
                .as("of each receipt its own request")
                .singleElement()
                .satisfies(request -> assertThat(request.asker().id()).isEqualTo("ben"));
        assertThat(calls.find(carl.receipt()).get(0).state()).isEqualTo(RequestState.WITHDRAWN);
    }

    /** An answer may end a hold, so the manager looks whether it is one of its own. */
    @Test
    void answer_namesTheResource() {
        held(parts, from("ann"));
        Asked asked = calls.ask(from("ben"), "");
        assertThat(calls.answer("a", "ann", asked.requests().get(0).id(), Reply.now()))
                .isPresent();
        assertThat(changed).containsExactly("a");
    }

    @Test
    void endOfAnOwner_withdrawsItsOpenRequests() {
        held(parts, from("ann"));
        Asked ben = calls.ask(from("ben"), "");
        Asked carl = calls.ask(from("carl"), "");
        calls.endOwner("ben");
        assertThat(calls.find(ben.receipt()).get(0).state()).isEqualTo(RequestState.WITHDRAWN);
        assertThat(calls.find(carl.receipt()).get(0).state()).isEqualTo(RequestState.OPEN);
        int before = parts.store.sent.size();
        calls.endOwner("ben");
        assertThat(parts.store.sent).as("nothing is left to withdraw").hasSize(before);
    }
}
