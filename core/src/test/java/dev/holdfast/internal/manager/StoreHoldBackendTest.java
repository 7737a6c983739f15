package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.holdfast.LockEvent;
import dev.holdfast.Loss;
import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.ProcessId;
import dev.holdfast.Receipt;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.UnreadableRecordException;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.spi.Key;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a store says of holds that handles stand for. */
@Timeout(120)
class StoreHoldBackendTest {
    private static final int NONE = HoldBackend.Finding.NONE;

    private final ManagerParts parts = new ManagerParts();
    private final StoreHoldBackend backend = parts.backend;
    private final List<List<Integer>> found = new ArrayList<>();

    private void found(int handleState, int lost) {
        found.add(List.of(handleState, lost));
    }

    private List<HandleState> handleStates() {
        return List.of(parts.handleState("a", "b", "c"), parts.handleState("d"), parts.handleState("e", "f"));
    }

    @Test
    void look_saysWhichHoldOfWhichGripIsLost() {
        List<HandleState> handleStates = handleStates();
        backend.look(handleStates, this::found);
        assertThat(found).containsExactly(List.of(0, NONE), List.of(1, NONE), List.of(2, NONE));
        found.clear();
        parts.force("b");
        parts.force("c");
        parts.force("e");
        backend.look(handleStates, this::found);
        assertThat(found).containsExactly(List.of(0, 1), List.of(1, NONE), List.of(2, 0));
    }

    @Test
    void look_anUnreadableRecord_isOfItsOwnGripOnly() {
        List<HandleState> handleStates = handleStates();
        parts.store.beforeRead = () -> {
            if (parts.store.reads.get(parts.store.reads.size() - 1).contains(Key.lock("a"))) {
                throw new UnreadableRecordException("Damaged.", null);
            }
        };
        assertThatExceptionOfType(UnreadableRecordException.class)
                .isThrownBy(() -> backend.look(handleStates, this::found));
        assertThat(found).containsExactly(List.of(1, NONE), List.of(2, NONE));
    }

    @Test
    void look_bringsWhatTheNextCallIsBasedOn() {
        HandleState handleState = parts.handleState("a");
        parts.engine.run(
                "a", new Command.Renew(handleState.receipts().get(0).holdId(), true, null), Snapshot.ASSUMED_ABSENT);
        backend.look(List.of(handleState), this::found);
        int before = parts.store.sent.size();
        backend.release(handleState);
        assertThat(parts.store.sent.size() - before).as("no conflict").isEqualTo(1);
        assertThat(parts.isHeld("a")).isFalse();
    }

    @Test
    void renew_saysWhichHoldOfWhichGripIsLost() {
        List<HandleState> handleStates = handleStates();
        parts.force("c");
        parts.force("e");
        parts.force("f");
        backend.renew(handleStates, true, null, this::found);
        assertThat(found).containsExactly(List.of(0, 2), List.of(1, NONE), List.of(2, 0));
    }

    @Test
    void renew_bindsToTheProcessesThatAreGiven() {
        HandleState handleState = parts.handleState("a");
        ProcessId process = new ProcessId("host", "boot", "namespace", 7, "1");
        backend.renew(List.of(handleState), false, List.of(process), this::found);
        Key key = Key.lock("a");
        assertThat(parts.engine
                        .look(List.of(key))
                        .lock(key)
                        .holds()
                        .get(0)
                        .owner()
                        .processes())
                .containsExactly(process);
        int before = parts.store.sent.size();
        backend.renew(List.of(handleState), false, List.of(), this::found);
        assertThat(parts.store.sent.size() - before)
                .as("on what the last call brought")
                .isEqualTo(1);
        assertThat(parts.engine
                        .look(List.of(key))
                        .lock(key)
                        .holds()
                        .get(0)
                        .owner()
                        .processes())
                .isEmpty();
    }

    /** One of them fails; what is decided is told all the same. */
    @Test
    void renew_oneFails_tellsOfTheOthersAndThrows() {
        List<HandleState> handleStates = List.of(parts.handleState("a"), parts.handleState("b"));
        damaged("a");
        assertThatExceptionOfType(UnreadableRecordException.class)
                .isThrownBy(() -> backend.renew(handleStates, true, null, this::found));
        assertThat(found).containsExactly(List.of(1, NONE));
    }

    private void damaged(String resource) {
        parts.store.answer = batch -> {
            if (batch.stream()
                    .flatMap(group -> group.changes().stream())
                    .anyMatch(change -> change.key().equals(Key.lock(resource)))) {
                throw new UnreadableRecordException("Damaged.", null);
            }
            return parts.store.applied(batch);
        };
    }

    @Test
    void keepAlive_busyOrDamaged_tellsOfTheOthers() {
        List<HandleState> handleStates =
                List.of(parts.handleState("a"), parts.handleState("b"), parts.handleState("c"));
        parts.force("c");
        parts.busy("a");
        backend.keepAlive(handleStates, this::found);
        assertThat(found).containsExactly(List.of(1, NONE), List.of(2, 0));
        found.clear();
        damaged("b");
        assertThatExceptionOfType(UnreadableRecordException.class)
                .isThrownBy(() -> backend.keepAlive(handleStates, this::found));
        assertThat(found).contains(List.of(0, NONE));
    }

    /** On which version the hold is after a lost answer is unknown: what was known of it is forgotten. */
    @Test
    void keepAlive_answerLost_guessesTheNextTime() {
        HandleState handleState = parts.handleState("a");
        parts.failing(new OutcomeUnknownException("Lost.", null));
        assertThatExceptionOfType(OutcomeUnknownException.class)
                .isThrownBy(() -> backend.keepAlive(List.of(handleState), this::found));
        assertThat(handleState.snapshot().guess()).isTrue();
        parts.working();
        backend.keepAlive(List.of(handleState), this::found);
        assertThat(found).containsExactly(List.of(0, NONE));
        assertThat(handleState.snapshot().guess()).isFalse();
    }

    @Test
    void keepAlive_storeAway_keepsWhatItKnows() {
        HandleState handleState = parts.handleState("a");
        Snapshot known = handleState.snapshot();
        parts.failing(new StoreUnreachableException("Away.", null));
        assertThatExceptionOfType(StoreUnreachableException.class)
                .isThrownBy(() -> backend.keepAlive(List.of(handleState), this::found));
        assertThat(handleState.snapshot()).isSameAs(known);
        assertThat(found).isEmpty();
    }

    @Test
    void releaseIfNotBusy_saysWhetherItIsReleased() {
        HandleState handleState = parts.handleState("a");
        parts.busy("a");
        assertThat(backend.releaseIfNotBusy(handleState)).isFalse();
        parts.failing(new StoreUnreachableException("Away.", null));
        assertThat(backend.releaseIfNotBusy(handleState)).isFalse();
        parts.working();
        assertThat(parts.isHeld("a")).isTrue();
        parts.engine.run(
                "a", new Command.Renew(handleState.receipts().get(0).holdId(), true, null), Snapshot.ASSUMED_ABSENT);
        assertThat(backend.releaseIfNotBusy(handleState)).as("after a conflict").isTrue();
        assertThat(parts.isHeld("a")).isFalse();
        assertThat(backend.releaseIfNotBusy(handleState)).as("nothing is left").isTrue();
    }

    @Test
    void loss_isTheEndingThatTheStoreKept() {
        Receipt receipt = parts.handleState("a").receipts().get(0);
        assertThat(backend.loss(receipt).ending()).isEmpty();
        parts.store.pass(Duration.ofSeconds(1));
        parts.force("a");
        Loss loss = backend.loss(receipt);
        assertThat(loss.resource()).isEqualTo("a");
        assertThat(loss.ending().orElseThrow().kind()).isEqualTo(LockEvent.EventKind.FORCED);
        for (RuntimeException failure : List.of(
                new StoreUnreachableException("Away.", null), new UnreadableRecordException("Damaged.", null))) {
            parts.store.beforeRead = () -> {
                throw failure;
            };
            assertThat(backend.loss(receipt).ending()).isEmpty();
        }
    }

    @Test
    void policy_isThatOfTheResource() {
        assertThat(backend.policy("a")).isEqualTo(parts.engine.policy("a"));
    }
}
