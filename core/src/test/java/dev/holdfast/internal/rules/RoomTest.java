package dev.holdfast.internal.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Hold;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.ProcessId;
import dev.holdfast.Refusal;
import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.base.TooLargeException;
import dev.holdfast.internal.codec.Codec;
import dev.holdfast.internal.rules.Given.Resource;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A record never outgrows what every store takes, and what was granted can be renewed and released. */
class RoomTest {
    private final Resource resource = new Resource(Given.OFFLINE);

    /** Returns processes whose texts are as long as they may be. */
    private static List<ProcessId> processes(int number, int count) {
        String text = "日".repeat(Bounds.PROCESS_TEXT);
        List<ProcessId> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(new ProcessId(text, text, text, number * 100L + i, text));
        }
        return all;
    }

    private static Claim largest(int number, String owner, Mode mode) {
        String person = "人".repeat(Bounds.PERSON - 10);
        Owner fat = new Owner(owner + person, person, person, processes(number, Bounds.PROCESSES));
        return new Claim(Given.id(number), fat, mode, Given.OFFLINE.lease(), "\"".repeat(Bounds.NOTE), "");
    }

    private Outcome on(Claim claim, boolean queue) {
        return resource.on(new Command.Acquire(claim, queue, null));
    }

    private static Refusal.Reason reason(Outcome outcome) {
        return ((Outcome.Refused) outcome).reason();
    }

    private int bytes() {
        return Codec.encode(resource.state()).getBytes(StandardCharsets.UTF_8).length;
    }

    @Test
    void theLargestClaim_hasRoom() {
        assertThat(on(largest(1, "ann", Mode.EXCLUSIVE), false)).isInstanceOf(Outcome.Granted.class);
        assertThat(Room.isIn(resource.state())).isTrue();
        assertThat(bytes()).isBetween(Bounds.RECORD / 4, Bounds.RECORD);
    }

    @Test
    @DisplayName("256 managers of usual size may wait, each bound to its process")
    void usualWaiters_fillTheQueue() {
        resource.on(Given.acquire(1, "holder"));
        for (int i = 0; i < Queue.MAX_TICKETS; i++) {
            ProcessId process = new ProcessId(
                    "build-host-" + i, "0f8fad5b-d9cb-469f-a165-70867728950e", "4026531836", 100_000L + i, "123456789");
            Owner owner = new Owner("nightly-build-" + i, "Nightly build " + i, "builder", List.of(process));
            Claim claim = new Claim(Given.id(100 + i), owner, Mode.EXCLUSIVE, Given.BOOK.lease());
            assertThat(on(claim, true)).as("waiter %d", i).isInstanceOf(Outcome.Queued.class);
        }
        assertThat(bytes()).isLessThanOrEqualTo(Bounds.RECORD);
        assertThat(reason(on(Given.claim(999, "one-more", Mode.EXCLUSIVE, Given.BOOK.lease()), true)))
                .isEqualTo(Refusal.Reason.QUEUE_FULL);
    }

    @Test
    @DisplayName("Holders of the largest claims fill a record; each of them may renew and release")
    void sharedHolders_whenFull_areRefused() {
        int granted = 0;
        Outcome last = on(largest(granted, "o" + granted, Mode.SHARED), false);
        while (last instanceof Outcome.Granted) {
            granted++;
            last = on(largest(granted, "o" + granted, Mode.SHARED), false);
        }
        assertThat(reason(last)).isEqualTo(Refusal.Reason.QUEUE_FULL);
        assertThat(reason(on(largest(99, "o99", Mode.SHARED), true))).isEqualTo(Refusal.Reason.QUEUE_FULL);
        assertThat(bytes()).isLessThanOrEqualTo(Bounds.RECORD);
        for (int i = 0; i < granted; i++) {
            assertThat(resource.on(new Command.Renew(Given.id(i), true, null))).isInstanceOf(Outcome.Renewed.class);
            assertThat(bytes()).isLessThanOrEqualTo(Bounds.RECORD);
            assertThat(resource.on(new Command.Release(Given.id(i)))).isInstanceOf(Outcome.Released.class);
        }
        assertThat(resource.state().isFree()).isTrue();
    }

    @Test
    @DisplayName("A release hands nothing on to a claim that the record has no room for")
    void handOver_whenFull_goesToTheQueue() {
        resource.on(Given.acquire(1, "holder"));
        int waiting = 0;
        while (on(usual(100 + waiting, Mode.EXCLUSIVE), true) instanceof Outcome.Queued) {
            waiting++;
        }
        Relay largest = new Relay(largest(2, "ann", Mode.EXCLUSIVE), 0);
        resource.on(new Command.Release(Given.id(100 + waiting - 1)).to(largest));
        assertThat(resource.state().queue()).hasSize(waiting - 1);
        assertThat(bytes()).isLessThanOrEqualTo(Bounds.RECORD);

        Outcome.Released released = (Outcome.Released) resource.on(new Command.Release(Given.id(1)).to(largest));

        assertThat(released.heir()).isNull();
        assertThat(resource.state().holds().get(0).has(Given.id(100))).isTrue();
        assertThat(bytes()).isLessThanOrEqualTo(Bounds.RECORD);
    }

    @Test
    void sharedHolders_ofUsualSize_areHundreds() {
        int granted = 0;
        while (on(usual(granted, Mode.SHARED), false) instanceof Outcome.Granted) {
            granted++;
        }
        assertThat(granted).isBetween(100, 1_000);
        assertThat(bytes()).isLessThanOrEqualTo(Bounds.RECORD);
    }

    private static Claim usual(int number, Mode mode) {
        ProcessId process = new ProcessId("build-17.example.org", "0f1e2d3c", "4026531836", number, "123456789");
        Owner owner = new Owner("session-" + number, "Anna Berg", "anna", List.of(process));
        return new Claim(Given.id(number), owner, mode, Given.OFFLINE.lease());
    }

    @Test
    void waiters_whenFull_areRefused_andTheHolderMayRelease() {
        on(largest(1, "ann", Mode.EXCLUSIVE), false);
        int waiting = 2;
        while (on(largest(waiting, "w" + waiting, Mode.EXCLUSIVE), true) instanceof Outcome.Queued) {
            waiting++;
        }
        assertThat(waiting).isGreaterThan(2);
        assertThat(bytes()).isLessThanOrEqualTo(Bounds.RECORD);
        assertThat(resource.on(new Command.Release(Given.id(1)))).isInstanceOf(Outcome.Released.class);
        assertThat(resource.state().holds()).hasSize(1);
        assertThat(bytes()).isLessThanOrEqualTo(Bounds.RECORD);
    }

    @Test
    void takeover_ofAFullRecord_isGranted() {
        on(largest(1, "ann", Mode.EXCLUSIVE), false);
        on(largest(2, "bob", Mode.EXCLUSIVE), true);
        Command takeover = new Command.Acquire(
                largest(3, "cid", Mode.EXCLUSIVE), false, new Command.Takeover("cid", "it is stuck"));
        assertThat(resource.on(takeover)).isInstanceOf(Outcome.Granted.class);
    }

    @Test
    void entries_whenFull_areRefused() {
        int entered = 0;
        Outcome last = on(largest(entered, "ann", Mode.EXCLUSIVE), false);
        while (last instanceof Outcome.Granted) {
            entered++;
            last = on(largest(entered, "ann", Mode.EXCLUSIVE), false);
        }
        assertThat(entered).isBetween(1, Hold.MAX_ENTRIES - 1);
        assertThat(reason(last)).isEqualTo(Refusal.Reason.TOO_MANY_ENTRIES);
        assertThat(bytes()).isLessThanOrEqualTo(Bounds.RECORD);
    }

    @Test
    @DisplayName("A hold that is to be bound to more processes than fit stays as it is")
    void rebinding_withoutRoom_changesNothing() {
        for (int i = 0; i < 8; i++) {
            Owner ann = Owner.of("ann").bound(List.of(new ProcessId("host", "boot", "", i, "")));
            on(new Claim(Given.id(i), ann, Mode.EXCLUSIVE, Given.OFFLINE.lease()), false);
        }
        LockState before = resource.state();
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 8; i++) {
                        resource.on(new Command.Renew(Given.id(i), true, processes(i, Bounds.PROCESSES)));
                    }
                })
                .isInstanceOf(TooLargeException.class)
                .hasMessageContaining("fewer");
        assertThat(resource.state().holds().get(0).entries())
                .isEqualTo(before.holds().get(0).entries());
        assertThat(bytes()).isLessThanOrEqualTo(Bounds.RECORD);
        assertThat(resource.on(new Command.Renew(Given.id(7), true, null))).isInstanceOf(Outcome.Renewed.class);
    }
}
