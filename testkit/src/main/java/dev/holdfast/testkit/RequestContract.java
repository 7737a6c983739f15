package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.NotAsked;
import dev.holdfast.HandOverRequest.Reply;
import dev.holdfast.HandOverRequest.RequestState;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.Requests;
import dev.holdfast.Requests.Asked;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Callers ask holders to hand over, and holders answer. */
interface RequestContract extends ManagerPart {

    private static LockRequest asking(LockManager locks, String name) {
        return LockRequest.of("a").owner(locks.newOwner().named(name));
    }

    private static Requests requests(LockManager locks) {
        return locks.holds().requests();
    }

    private static RequestState state(LockManager locks, Asked asked) {
        List<HandOverRequest> found = requests(locks).find(asked.receipt());
        assertThat(found).hasSize(1);
        return found.get(0).state();
    }

    @Test
    @Tag("safety")
    default void request_answeredNow_handsTheLockOver_andTellsTheHolder() throws Exception {
        LockManager ours = manager();
        LockManager theirs = manager();
        LockHandle held = ours.acquire(asking(ours, "Ann"));
        BlockingQueue<HandOverRequest> heard = new LinkedBlockingQueue<>();
        held.onRequest(heard::add);
        LockRequest wanted = asking(theirs, "Ben");
        Asked asked = requests(theirs).ask(wanted, "Can I have it?");
        assertThat(asked.requests()).singleElement().satisfies(request -> {
            assertThat(request.state()).isEqualTo(RequestState.OPEN);
            assertThat(request.holder().name()).isEqualTo("Ann");
            assertThat(request.fence()).isEqualTo(held.fence());
        });
        pass(Duration.ofSeconds(5));
        HandOverRequest request = heard.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(request).isNotNull();
        assertThat(request.message()).isEqualTo("Can I have it?");
        assertThat(request.asker().name()).isEqualTo("Ben");
        ManagerPart.eventually(
                "the asker is told that it was shown",
                () -> requests(theirs).find(asked.receipt()).get(0).told() != null);

        assertThat(held.answer(request, Reply.now())).isPresent();
        assertThat(held.isHeld()).as("held when the answer has returned").isFalse();
        pass(Duration.ofSeconds(5));
        assertThat(held.lost().get(PATIENCE.toSeconds(), TimeUnit.SECONDS).sentence())
                .contains("Ben");
        assertThat(state(theirs, asked)).isEqualTo(RequestState.HANDED);
        try (LockHandle got = theirs.acquire(wanted.receipt(asked.receipt()))) {
            assertThat(got.fence()).isGreaterThan(held.fence());
            held.close();
            assertThat(got.isHeld()).isTrue();
            assertThat(theirs.view("a").holders()).hasSize(1);
        }
    }

    @Test
    @Tag("safety")
    default void promise_isTold_andKeptByARelease() throws Exception {
        LockManager ours = manager();
        LockManager theirs = manager();
        LockHandle held = ours.acquire(asking(ours, "Ann"));
        LockRequest wanted = asking(theirs, "Ben");
        Asked asked = requests(theirs).ask(wanted, "");
        HandOverRequest request = asked.requests().get(0);
        String holder = held.holds().get(0).owner().id();
        HandOverRequest promised = requests(ours)
                .answer(
                        "a",
                        holder,
                        request.id(),
                        Reply.promise(Duration.ofMinutes(10)).saying("soon"))
                .orElseThrow();
        assertThat(promised.state()).isEqualTo(RequestState.PROMISED);
        assertThat(promised.until()).isNotNull();
        HandOverRequest told = requests(theirs).find(asked.receipt()).get(0);
        assertThat(told.state()).isEqualTo(RequestState.PROMISED);
        assertThat(told.reply()).isEqualTo("soon");
        assertThat(requests(ours).listByHolder(holder)).hasSize(1);
        held.close();
        assertThat(state(theirs, asked)).isEqualTo(RequestState.HANDED);
        try (LockHandle got = theirs.acquire(wanted.receipt(asked.receipt()))) {
            assertThat(got.isHeld()).isTrue();
        }
    }

    @Test
    default void request_declinedWithdrawnOrLapsed_isRememberedForTheAsker() throws Exception {
        LockManager ours = manager();
        LockManager theirs = manager();
        LockHandle held = ours.acquire(asking(ours, "Ann"));
        String holder = held.holds().get(0).owner().id();
        Owner ben = theirs.newOwner().named("Ben");
        LockRequest wanted = LockRequest.of("a").owner(ben);
        Asked first = requests(theirs).ask(wanted, "");
        requests(ours).answer("a", holder, first.requests().get(0).id(), Reply.no("I need it"));
        assertThat(requests(theirs).find(first.receipt()).get(0).reply()).isEqualTo("I need it");
        assertThat(state(theirs, first)).isEqualTo(RequestState.DECLINED);

        Asked second = requests(theirs).ask(wanted, "");
        assertThat(requests(theirs).ask(wanted, "").refusal()).isEqualTo(NotAsked.OPEN_ALREADY);
        assertThat(requests(theirs).withdraw(second.receipt())).isTrue();
        assertThat(requests(theirs).withdraw(second.receipt())).isFalse();
        assertThat(state(theirs, second)).isEqualTo(RequestState.WITHDRAWN);

        Asked third = requests(theirs).ask(wanted, "");
        held.close();
        assertThat(state(theirs, third)).isEqualTo(RequestState.LAPSED);
        assertThat(requests(theirs).listByAsker(ben.id())).hasSize(3);
        ours.acquire(asking(ours, "Ann"));
        Asked fourth = requests(theirs).ask(wanted, "");
        assertThat(fourth.refusal()).isEqualTo(NotAsked.TOO_OFTEN);
        assertThat(fourth.retryAt()).isNotNull();
    }

    @Test
    default void request_inVain_saysWhy() throws Exception {
        LockManager ours = manager();
        LockManager theirs = manager();
        assertThat(requests(theirs).ask(asking(theirs, "Ben"), "").refusal()).isEqualTo(NotAsked.FREE);
        LockHandle held = ours.acquire(asking(ours, "Ann"));
        String holder = held.holds().get(0).owner().id();
        assertThat(requests(ours).mute("a", holder, true)).isTrue();
        assertThat(requests(theirs).ask(asking(theirs, "Ben"), "").refusal()).isEqualTo(NotAsked.MUTED);
        LockManager composing = manager(Policies.of(Preset.COMPOSE));
        assertThat(requests(composing).ask(asking(composing, "Ben"), "").refusal())
                .isEqualTo(NotAsked.OFF);
    }

    @Test
    default void endedOwner_asksNoMore() throws Exception {
        LockManager ours = manager();
        LockManager theirs = manager();
        ours.acquire(asking(ours, "Ann"));
        Owner ben = theirs.newOwner().named("Ben");
        Asked asked = requests(theirs).ask(LockRequest.of("a").owner(ben), "");
        theirs.admin().endOwner(ben.id());
        assertThat(state(theirs, asked)).isEqualTo(RequestState.WITHDRAWN);
        assertThat(requests(theirs).ask(LockRequest.of("a").owner(ben), "").refusal())
                .isEqualTo(NotAsked.OWNER_ENDED);
    }

    @Test
    default void readers_answerEachForItself() throws Exception {
        LockManager ours = manager();
        LockManager theirs = manager();
        LockHandle ann = ours.acquire(asking(ours, "Ann").mode(Mode.SHARED));
        LockHandle eve = ours.acquire(asking(ours, "Eve").mode(Mode.SHARED));
        LockRequest wanted = asking(theirs, "Ben");
        Asked asked = requests(theirs).ask(wanted, "");
        assertThat(asked.requests()).hasSize(2);
        for (LockHandle reader : List.of(ann, eve)) {
            String owner = reader.holds().get(0).owner().id();
            HandOverRequest request = requests(ours).listByHolder(owner).get(0);
            assertThat(requests(ours).answer("a", owner, request.id(), Reply.now()))
                    .isPresent();
        }
        assertThat(requests(theirs).find(asked.receipt()))
                .extracting(HandOverRequest::state)
                .containsOnly(RequestState.HANDED);
        try (LockHandle got = theirs.acquire(wanted.receipt(asked.receipt()))) {
            assertThat(got.isHeld()).isTrue();
        }
    }
}
