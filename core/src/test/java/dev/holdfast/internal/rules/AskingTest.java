package dev.holdfast.internal.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HandOverRequest.NotAsked;
import dev.holdfast.HandOverRequest.Reply;
import dev.holdfast.HandOverRequest.RequestState;
import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.LockEvent.EventKind;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Policy;
import dev.holdfast.Policy.RequestPolicy;
import dev.holdfast.Policy.Silence;
import dev.holdfast.Preset;
import dev.holdfast.internal.rules.Given.Resource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AskingTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Policy POLICY = Given.OFFLINE;

    private final Resource book = new Resource(POLICY);

    private static Claim claim(int number, String owner) {
        return Given.claim(number, owner, Mode.EXCLUSIVE, POLICY.lease());
    }

    private static Command ask(int number, String owner) {
        return new Command.Ask(claim(number, owner), "Can I have it?");
    }

    private static Command answer(String holder, int request, Reply reply) {
        return new Command.Respond(holder, Given.id(request), reply);
    }

    private static RequestState became(Outcome outcome) {
        return ((Outcome.Answered) outcome).change().state();
    }

    private static NotAsked why(Outcome outcome) {
        return ((Outcome.NotRequested) outcome).reason();
    }

    /** Ann holds it, and Ben has asked for it with id 2. */
    private void asked() {
        book.on(Given.acquire(1, "ann"));
        assertThat(book.after(MINUTE).on(ask(2, "ben"))).isInstanceOf(Outcome.Requested.class);
    }

    private static Policy with(RequestPolicy rules) {
        return POLICY.toBuilder().requests(rules).build();
    }

    @Test
    void ask_isKeptWithTheHold_andTold() {
        asked();
        assertThat(book.told()).containsExactly(EventKind.REQUESTED);
        assertThat(book.notices().get(0).actor()).isEqualTo("ben");
        assertThat(book.notices().get(0).reason()).isEqualTo("Can I have it?");
        OpenRequest open = book.state().requests().list().get(0);
        assertThat(open.fence()).isEqualTo(book.state().holds().get(0).fence());
        assertThat(open.asked()).isEqualTo(book.now());
        assertThat(book.on(ask(2, "ben"))).as("repeated").isInstanceOf(Outcome.Requested.class);
        assertThat(book.state().requests().list()).hasSize(1);
    }

    @Test
    void ask_inVain_saysWhy_andChangesNothing() {
        assertThat(why(book.on(ask(2, "ben")))).isEqualTo(NotAsked.FREE);
        asked();
        LockState before = book.state();
        assertThat(why(book.on(ask(3, "ann")))).isEqualTo(NotAsked.OWN);
        assertThat(why(book.on(ask(3, "ben")))).isEqualTo(NotAsked.OPEN_ALREADY);
        book.on(new Command.Mute("ann", true));
        assertThat(why(book.on(ask(3, "cid")))).isEqualTo(NotAsked.MUTED);
        book.on(new Command.Mute("ann", false));
        book.knowing(Evidence.about(Given.id(3), new Standing(true, null, null)));
        assertThat(why(book.on(ask(3, "cid")))).isEqualTo(NotAsked.OWNER_ENDED);
        assertThat(book.state()).isEqualTo(before);
        Resource scene = new Resource(Preset.COMPOSE.policy());
        scene.on(Given.acquire(1, "ann"));
        assertThat(why(scene.on(ask(2, "ben")))).isEqualTo(NotAsked.OFF);
    }

    @Test
    void ask_tooOften_saysWhenAgain() {
        book.on(Given.acquire(1, "ann"));
        Instant first = book.now();
        book.after(MINUTE)
                .knowing(Evidence.about(
                        Given.id(2),
                        new Standing(
                                false,
                                null,
                                null,
                                new RequestLog(
                                        "",
                                        List.of(),
                                        List.of(
                                                first.minus(Duration.ofHours(2)),
                                                first,
                                                first.plusSeconds(1),
                                                book.now())))));
        Outcome outcome = book.on(ask(2, "ben"));
        assertThat(outcome).isEqualTo(new Outcome.NotRequested(NotAsked.TOO_OFTEN, first.plus(Duration.ofHours(1))));
    }

    @Test
    void ask_byMany_isBounded() {
        book.on(Given.acquire(1, "ann"));
        for (int i = 0; i < OpenRequests.MAX; i++) {
            assertThat(book.on(ask(10 + i, "asker" + i))).isInstanceOf(Outcome.Requested.class);
        }
        assertThat(why(book.on(ask(2, "ben")))).isEqualTo(NotAsked.TOO_MANY);
        assertThat(book.state().requests().list()).hasSize(OpenRequests.MAX);
    }

    @Test
    void answerNow_givesTheLockToTheAsker_inOneChange_withALargerFence() {
        asked();
        long fence = book.state().holds().get(0).fence();
        assertThat(became(book.on(answer("ann", 2, Reply.now())))).isEqualTo(RequestState.HANDED);
        assertThat(book.told()).containsExactly(EventKind.YIELDED, EventKind.HANDED_OVER);
        assertThat(book.holders()).containsExactly("ben");
        assertThat(book.state().holds().get(0).id()).isEqualTo(Given.id(2));
        assertThat(book.state().holds().get(0).fence()).isGreaterThan(fence);
        assertThat(book.state().requests().list()).isEmpty();
        assertThat(book.on(answer("ann", 2, Reply.now()))).as("again").isInstanceOf(Outcome.NotHeld.class);
        assertThat(book.on(Given.acquire(2, "ben"))).as("taken up").isInstanceOf(Outcome.Granted.class);
    }

    @Test
    void answerNow_isRememberedWithTheWordsOfTheHolder() {
        asked();
        Decision handed = Rules.decide(
                book.state(), answer("ann", 2, Reply.now().saying("done with it")), POLICY, Evidence.NONE, book.now());
        assertThat(handed.requests()).singleElement().satisfies(change -> {
            assertThat(change.state()).isEqualTo(RequestState.HANDED);
            assertThat(change.reply()).isEqualTo("done with it");
            assertThat(change.request().until()).isNull();
        });
    }

    @Test
    void answer_isForTheHolderAlone() {
        asked();
        assertThat(book.on(answer("ben", 2, Reply.now()))).isInstanceOf(Outcome.NotHeld.class);
        assertThat(book.on(answer("ann", 3, Reply.now()))).isInstanceOf(Outcome.NotHeld.class);
        assertThat(book.holders()).containsExactly("ann");
    }

    @Test
    void answerNow_passesTheQueue_onlyWhereThePolicySaysSo() {
        asked();
        book.on(Given.inLine(3, "cid", Mode.EXCLUSIVE));
        assertThat(became(book.on(answer("ann", 2, Reply.now())))).isEqualTo(RequestState.LAPSED);
        assertThat(book.holders()).containsExactly("cid");

        Resource other = new Resource(with(new RequestPolicy(true, true, 3, Silence.NOTHING, MINUTE)));
        other.on(Given.acquire(1, "ann"));
        other.on(ask(2, "ben"));
        other.on(Given.inLine(3, "cid", Mode.EXCLUSIVE));
        assertThat(became(other.on(answer("ann", 2, Reply.now())))).isEqualTo(RequestState.HANDED);
        assertThat(other.holders()).containsExactly("ben");
        assertThat(other.queue()).containsExactly("cid");
    }

    @Test
    void answerNow_toAnAskerThatIsGoneOrEnded_isAnOrdinaryRelease() {
        asked();
        LockState before = book.state();
        book.knowing(Evidence.about(Given.id(2), new Standing(true, null, null)));
        assertThat(became(book.on(answer("ann", 2, Reply.now())))).isEqualTo(RequestState.LAPSED);
        assertThat(book.state().isFree()).isTrue();
        Decision dead = Rules.decide(
                before,
                answer("ann", 2, Reply.now()),
                POLICY,
                Evidence.gone(Given.id(2)).on(before),
                book.now());
        assertThat(dead.outcome()).as("the request of the dead has ended").isInstanceOf(Outcome.NotHeld.class);
        assertThat(dead.requests())
                .singleElement()
                .satisfies(change -> assertThat(change.state()).isEqualTo(RequestState.LAPSED));
    }

    @Test
    void promise_endsTheHoldThen_andHandsOver() {
        asked();
        Duration ten = Duration.ofMinutes(10);
        assertThat(became(book.on(answer("ann", 2, Reply.promise(ten).saying("almost done")))))
                .isEqualTo(RequestState.PROMISED);
        Instant until = book.now().plus(ten);
        assertThat(book.state().requests().list().get(0).until()).isEqualTo(until);
        for (int i = 0; i < 3; i++) {
            book.after(Duration.ofMinutes(3)).on(new Command.Renew(Given.id(1), true, null));
        }
        assertThat(book.state().holds().get(0).until()).isEqualTo(until);
        book.after(MINUTE).on(new Command.Tidy());
        assertThat(book.told()).containsExactly(EventKind.YIELDED, EventKind.HANDED_OVER);
        assertThat(book.holders()).containsExactly("ben");
    }

    @Test
    void promise_isNotBeforeTheLeaseThatTheHolderCountsOn() {
        asked();
        Instant counted = book.state().holds().get(0).until();
        book.on(answer("ann", 2, Reply.promise(Duration.ofSeconds(20))));
        assertThat(book.state().requests().list().get(0).until()).isEqualTo(counted);
    }

    @Test
    void promise_beyondTheLimitFromTheGrant_isKeptAtThatLimit() {
        asked();
        Instant limit = book.state().holds().get(0).since().plus(Duration.ofHours(2));
        while (book.now().isBefore(limit.minus(MINUTE))) {
            book.after(MINUTE).on(new Command.Renew(Given.id(1), true, null));
        }
        book.on(answer("ann", 2, Reply.promise(Duration.ofMinutes(10))));
        assertThat(book.state().requests().list().get(0).until()).isEqualTo(limit);
        book.after(MINUTE).on(new Command.Tidy());
        assertThat(book.told()).containsExactly(EventKind.YIELDED, EventKind.HANDED_OVER);
        assertThat(book.holders()).containsExactly("ben");
    }

    @Test
    void promise_isKept() {
        asked();
        book.on(answer("ann", 2, Reply.promise(Duration.ofMinutes(10))));
        LockState promised = book.state();
        assertThat(became(book.on(answer("ann", 2, Reply.promise(Duration.ofMinutes(30))))))
                .isEqualTo(RequestState.PROMISED);
        assertThat(became(book.on(answer("ann", 2, Reply.no("after all"))))).isEqualTo(RequestState.PROMISED);
        assertThat(book.state()).isEqualTo(promised);
        assertThat(became(book.on(answer("ann", 2, Reply.now())))).isEqualTo(RequestState.HANDED);
    }

    @Test
    void release_keepsAPromise_andLapsesOtherRequests() {
        asked();
        book.on(ask(3, "cid"));
        book.on(answer("ann", 3, Reply.promise(Duration.ofMinutes(10))));
        book.on(new Command.Release(Given.id(1)));
        assertThat(book.holders()).containsExactly("cid");
        assertThat(book.told()).containsExactly(EventKind.RELEASED, EventKind.HANDED_OVER, EventKind.LAPSED);
        assertThat(book.state().requests().list()).isEmpty();
    }

    @Test
    void declined_endsTheRequest_andTheHoldGoesOn() {
        asked();
        assertThat(became(book.on(answer("ann", 2, Reply.no("I need it"))))).isEqualTo(RequestState.DECLINED);
        assertThat(book.told()).containsExactly(EventKind.DECLINED);
        assertThat(book.notices().get(0).reason()).isEqualTo("I need it");
        assertThat(book.holders()).containsExactly("ann");
        assertThat(book.state().requests().list()).isEmpty();
    }

    @Test
    void everyOtherEnding_lapsesIt() {
        List<Command> endings = List.of(
                new Command.Release(Given.id(1)),
                new Command.ReleaseOwner("ann"),
                new Command.Force("root", "urgent"),
                new Command.Acquire(claim(4, "dan"), false, new Command.Takeover("dan", "urgent")));
        for (Command ending : endings) {
            Resource one = new Resource(POLICY);
            one.on(Given.acquire(1, "ann"));
            one.on(ask(2, "ben"));
            one.on(ending);
            assertThat(one.told()).as("%s", ending).contains(EventKind.LAPSED);
            assertThat(one.holders()).as("%s", ending).doesNotContain("ben");
            assertThat(one.state().requests().list()).as("%s", ending).isEmpty();
        }
        asked();
        book.after(Duration.ofHours(3)).on(new Command.Tidy());
        assertThat(book.told()).containsExactly(EventKind.EXPIRED, EventKind.LAPSED);
        assertThat(book.state().isFree()).isTrue();
    }

    @Test
    void request_thatNobodyAnswers_endsAfterADay() {
        Policy endless = POLICY.toBuilder().lease(Lease.NONE).build();
        Resource one = new Resource(endless);
        one.on(new Command.Acquire(Given.claim(1, "ann", Mode.EXCLUSIVE, Lease.NONE), false, null));
        one.on(ask(2, "ben"));
        one.after(OpenRequest.LIFE).on(new Command.Tidy());
        assertThat(one.told()).containsExactly(EventKind.LAPSED);
        assertThat(one.holders()).containsExactly("ann");
    }

    @Test
    void withdrawn_orEndedWithItsOwner_itIsGone() {
        asked();
        assertThat(became(book.on(new Command.Withdraw(Given.id(2))))).isEqualTo(RequestState.WITHDRAWN);
        assertThat(book.on(new Command.Withdraw(Given.id(2)))).isInstanceOf(Outcome.NotHeld.class);
        assertThat(book.state().requests().list()).isEmpty();
    }

    @Test
    void sharedHolders_answerEachForItself() {
        book.on(Given.acquire(1, "ann", Mode.SHARED));
        book.on(Given.acquire(2, "ben", Mode.SHARED));
        book.on(ask(3, "cid"));
        assertThat(book.state().requests().list()).hasSize(2);
        assertThat(became(book.on(answer("ann", 3, Reply.now())))).isEqualTo(RequestState.HANDED);
        assertThat(book.holders()).as("the other has not answered").containsExactly("ben");
        assertThat(became(book.on(answer("ben", 3, Reply.now())))).isEqualTo(RequestState.HANDED);
        assertThat(book.holders()).containsExactly("cid");
    }

    @Test
    void silence_leadsToWhatThePolicySays_fromTheMomentItWasShown() {
        RequestPolicy rules = new RequestPolicy(true, false, 3, Silence.HAND_OVER, Duration.ofMinutes(20));
        Resource one = new Resource(with(rules));
        one.on(Given.acquire(1, "ann"));
        one.on(ask(2, "ben"));
        Instant before = one.state().holds().get(0).until();
        assertThat(one.state().requests().list().get(0).until()).isNull();
        one.after(MINUTE).on(new Command.Show("ann"));
        assertThat(one.state().requests().list().get(0).told()).isEqualTo(one.now());
        Instant until = one.now().plus(rules.after());
        for (int i = 0; i < 6; i++) {
            one.after(Duration.ofMinutes(3)).on(new Command.Renew(Given.id(1), true, null));
        }
        assertThat(one.state().holds().get(0).until()).isEqualTo(until).isAfter(before);
        LockState silent = one.state();
        one.after(Duration.ofMinutes(2)).on(new Command.Tidy());
        assertThat(one.holders()).containsExactly("ben");
        Decision no =
                Rules.decide(silent, answer("ann", 2, Reply.no("")), with(rules), Evidence.NONE, until.minus(MINUTE));
        assertThat(no.next().holds().get(0).lease()).as("as it was").isEqualTo(POLICY.lease());
    }

    @Test
    @DisplayName(
            "A promise to an asker that is gone keeps a resource closed for the lease of that asker, and no longer")
    void promised_anAskerThatIsGone_isInTheWayForItsLeaseAlone() {
        asked();
        book.on(answer("ann", 2, Reply.promise(MINUTE)));
        book.after(POLICY.lease().grace()).on(Given.acquire(3, "cid"));
        assertThat(book.holders()).containsExactly("ben");
        assertThat(book.told()).containsExactly(EventKind.YIELDED, EventKind.HANDED_OVER);
        assertThat(book.after(MINUTE).on(Given.acquire(3, "cid"))).isInstanceOf(Outcome.Refused.class);
        assertThat(book.after(POLICY.lease().grace()).on(Given.acquire(3, "cid")))
                .isInstanceOf(Outcome.Granted.class);
    }

    @Test
    void silence_isReportedOnce() {
        Resource one = new Resource(with(new RequestPolicy(true, false, 3, Silence.REPORT, MINUTE)));
        one.on(Given.acquire(1, "ann"));
        one.on(ask(2, "ben"));
        one.on(new Command.Show("ann"));
        one.after(MINUTE).on(new Command.Tidy());
        assertThat(one.told()).containsExactly(EventKind.UNANSWERED);
        one.after(Duration.ofSeconds(1)).on(new Command.Tidy());
        assertThat(one.told()).isEmpty();
        assertThat(one.holders()).containsExactly("ann");
    }

    @Test
    void promises_toSeveral_endTheHoldWithTheFirst_andLapseWhenThatHasIt() {
        asked();
        book.on(ask(3, "cid"));
        book.on(answer("ann", 2, Reply.promise(Duration.ofMinutes(30))));
        book.on(answer("ann", 3, Reply.promise(Duration.ofMinutes(10))));
        assertThat(book.state().holds().get(0).until()).isEqualTo(book.now().plus(Duration.ofMinutes(4)));
        for (int i = 0; i < 3; i++) {
            book.after(Duration.ofMinutes(3)).on(new Command.Renew(Given.id(1), true, null));
        }
        book.after(MINUTE).on(new Command.Tidy());
        assertThat(book.holders()).containsExactly("cid");
        assertThat(book.state().requests().list()).isEmpty();
    }

    @Test
    void withdrawal_ofTheOnlyPromise_givesTheHolderItsLeaseBack() {
        asked();
        Lease lease = book.state().holds().get(0).lease();
        book.on(answer("ann", 2, Reply.promise(Duration.ofMinutes(10))));
        assertThat(book.state().holds().get(0).lease()).isNotEqualTo(lease);
        book.on(new Command.Withdraw(Given.id(2)));
        assertThat(book.state().holds().get(0).lease()).isEqualTo(lease);
    }

    @Test
    void handedOver_byTheEndOfAPromise_andReleasedInTheSameStep_isNotHandedOverAgain() {
        asked();
        book.on(answer("ann", 2, Reply.promise(Duration.ofMinutes(10))));
        for (int i = 0; i < 3; i++) {
            book.after(Duration.ofMinutes(3)).on(new Command.Renew(Given.id(1), true, null));
        }
        LockState promised = book.state();
        for (Command ending : List.of(new Command.Release(Given.id(2)), new Command.ReleaseOwner("ben"))) {
            Decision ended = Rules.decide(
                    promised, ending, POLICY, Evidence.NONE, book.now().plus(MINUTE));
            assertThat(ended.next().holds()).as("%s", ending).isEmpty();
        }
    }

    @Test
    void asker_thatWaitsUnderTheSameReceipt_leavesTheQueueWhenItIsServed() {
        asked();
        book.on(Given.inLine(2, "ben", Mode.EXCLUSIVE));
        book.on(Given.inLine(3, "cid", Mode.EXCLUSIVE));
        assertThat(became(book.on(answer("ann", 2, Reply.now())))).isEqualTo(RequestState.HANDED);
        assertThat(book.holders()).containsExactly("ben");
        assertThat(book.queue()).containsExactly("cid");
    }

    @Test
    void takeover_orExpiry_isNoHandOver_thoughTheAskerHasItThen() {
        asked();
        Decision taken = Rules.decide(
                book.state(),
                new Command.Acquire(claim(2, "ben"), false, new Command.Takeover("ben", "urgent")),
                POLICY,
                Evidence.NONE,
                book.now());
        assertThat(taken.requests()).extracting(RequestChange::state).containsExactly(RequestState.LAPSED);
        book.on(Given.inLine(2, "ben", Mode.EXCLUSIVE));
        Decision expired = Rules.decide(
                book.state(),
                new Command.Tidy(),
                POLICY,
                Evidence.NONE,
                book.now().plus(Duration.ofHours(3)));
        assertThat(expired.requests()).extracting(RequestChange::state).containsExactly(RequestState.LAPSED);
    }

    @Test
    void ask_underAnOldReceipt_isTheOldRequest() {
        asked();
        book.on(answer("ann", 2, Reply.no("I need it")));
        RequestLog log = new RequestLog(
                "",
                List.of(OpenRequest.of(claim(2, "ben"), book.state().holds().get(0), "")
                        .on("book", RequestState.DECLINED, "I need it", book.now())),
                List.of(book.now()));
        LockState before = book.state();
        book.knowing(Evidence.about(Given.id(2), new Standing(false, null, null, log)));
        assertThat(book.on(ask(2, "ben"))).isEqualTo(new Outcome.Requested(List.of()));
        assertThat(book.state()).isEqualTo(before);
        assertThat(book.told()).isEmpty();
    }

    @Test
    void show_ofOneRequest_saysNothingOfOthers() {
        asked();
        book.on(ask(3, "cid"));
        book.on(new Command.Show("ann", Given.id(2)));
        assertThat(book.state().requests().list()).extracting(OpenRequest::told).containsExactly(book.now(), null);
    }

    @Test
    void log_remembersWhatBecameOfIt_andCountsEachRequestOnce() {
        Decision asked = Rules.decide(
                held(), new Command.Ask(claim(2, "ben"), "please"), POLICY, Evidence.NONE, Given.T0.plus(MINUTE));
        RequestLog log = RequestLog.with(null, "book", asked.requests().get(0));
        assertThat(log.requests().get(0).state()).isEqualTo(RequestState.OPEN);
        LockState open = asked.next().stamped(7, Given.T0.plus(MINUTE));
        Decision no = Rules.decide(
                open,
                new Command.Respond("ann", new HoldId(0, 2), Reply.no("never")),
                POLICY,
                Evidence.NONE,
                Given.T0.plus(MINUTE));
        RequestLog after = RequestLog.with(
                        log.stamped(7, Given.T0.plus(MINUTE)),
                        "book",
                        no.requests().get(0))
                .stamped(8, Given.T0.plus(Duration.ofMinutes(2)));
        assertThat(after.requests()).singleElement().satisfies(request -> {
            assertThat(request.state()).isEqualTo(RequestState.DECLINED);
            assertThat(request.reply()).isEqualTo("never");
            assertThat(request.ended()).isEqualTo(Given.T0.plus(Duration.ofMinutes(2)));
        });
        assertThat(after.times()).containsExactly(Given.T0.plus(MINUTE));
        assertThat(after.owners()).isEqualTo(Set.of("ben"));
    }

    private static LockState held() {
        return Rules.decide(LockState.FREE, Given.acquire(1, "ann"), POLICY, Evidence.NONE, Given.T0)
                .next()
                .stamped(5, Given.T0);
    }

    @Test
    void effects_ofARequest_areTheAskersRecordAlone() {
        Decision asked = Rules.decide(
                held(), new Command.Ask(claim(2, "ben"), "please"), POLICY, Evidence.NONE, Given.T0.plus(MINUTE));
        List<Effect> effects = Effect.of("book", POLICY, new Command.Tidy(), asked);
        assertThat(effects).singleElement().isInstanceOf(Effect.NoteRequest.class);
        assertThat(asked.requests().get(0).request().claim().owner()).isEqualTo(Owner.of("ben"));
    }

    @Test
    void withdrawal_isThatOfOneAsker_andIsToldToTheHolder() {
        asked();
        book.on(ask(3, "cid"));
        book.on(new Command.Withdraw(Given.id(2)));
        assertThat(book.told()).containsExactly(EventKind.WITHDRAWN);
        assertThat(book.state().requests().list())
                .extracting(request -> request.claim().owner().id())
                .containsExactly("cid");
        book.on(new Command.Withdraw("ben"));
        assertThat(book.told()).isEmpty();
        assertThat(book.state().requests().list()).hasSize(1);
        book.on(new Command.ReleaseOwner("dan"));
        assertThat(book.state().requests().list()).hasSize(1);
        book.on(new Command.ReleaseOwner("cid"));
        assertThat(book.state().requests().list()).isEmpty();
    }

    @Test
    void promise_isAnEventWithTheWordsOfTheHolder() {
        asked();
        book.on(answer("ann", 2, Reply.promise(MINUTE).saying("after this page")));
        assertThat(book.told()).containsExactly(EventKind.PROMISED);
        assertThat(book.notices().get(0).reason()).isEqualTo("after this page");
    }

    @Test
    void endOfOneHold_isToldOfThatHoldAlone() {
        book.on(Given.acquire(1, "ann", Mode.SHARED));
        book.on(Given.acquire(2, "ben", Mode.SHARED));
        book.on(ask(3, "cid"));
        book.on(new Command.Force("root", "")
                .only(book.state().holdOf(Given.id(2)).fence()));
        assertThat(book.notices().stream()
                        .filter(notice -> notice.kind() == EventKind.LAPSED)
                        .map(notice -> notice.hold().owner().id()))
                .containsExactly("ben");
    }

    @Test
    void strangers_canNeitherMuteNorSeeRequests() {
        asked();
        LockState before = book.state();
        assertThat(book.on(new Command.Mute("dan", true))).isInstanceOf(Outcome.NotHeld.class);
        assertThat(book.on(new Command.Show("dan"))).isInstanceOf(Outcome.NotHeld.class);
        assertThat(book.state()).isEqualTo(before);
    }
}
