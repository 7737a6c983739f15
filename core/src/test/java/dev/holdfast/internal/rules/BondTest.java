package dev.holdfast.internal.rules;

import static dev.holdfast.internal.rules.Given.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Lease;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.ProcessId;
import dev.holdfast.internal.rules.Given.Resource;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a hold is bound to when one owner enters it from several processes. */
class BondTest {
    private static final ProcessId ONE = new ProcessId("host", "boot", "ns", 1, "1");
    private static final ProcessId TWO = new ProcessId("host", "boot", "ns", 2, "2");

    private final Resource resource = new Resource(Given.BOARD);

    private void enter(int number, ProcessId... processes) {
        Owner owner = Owner.of("ann").bound(List.of(processes));
        resource.on(new Command.Acquire(new Claim(id(number), owner, Mode.EXCLUSIVE, Lease.NONE), false, null));
    }

    private List<ProcessId> bound() {
        return resource.state().holds().get(0).owner().processes();
    }

    @Test
    @DisplayName("A hold lives while one of the processes that entered it does")
    void entries_fromTwoProcesses_bindToBoth() {
        enter(1, ONE);
        enter(2, TWO);

        assertThat(bound()).containsExactly(ONE, TWO);
    }

    @Test
    @DisplayName("Leaving takes away what that entry was bound to, and nothing else")
    void entry_thatIsLeft_takesItsProcessesAlong() {
        enter(1, ONE);
        enter(2, TWO);

        resource.on(new Command.Release(id(1)));

        assertThat(bound()).containsExactly(TWO);
    }

    @Test
    @DisplayName("An entry that is bound to no process outlives all of them")
    void entry_withoutProcess_unbindsTheHoldUntilItIsLeft() {
        enter(1, ONE);
        enter(2);
        assertThat(bound()).isEmpty();

        resource.on(new Command.Release(id(2)));

        assertThat(bound()).containsExactly(ONE);
    }

    @Test
    @DisplayName("Binding an entry to another process leaves the other entries as they are")
    void renewal_rebindsItsOwnEntryAlone() {
        enter(1, ONE);
        enter(2, ONE);

        resource.on(new Command.Renew(id(2), false, List.of(TWO)));

        assertThat(bound()).containsExactly(ONE, TWO);
    }

    @Test
    @DisplayName("A hold that was handed over is bound to its receiver, and to what enters it")
    void handOver_enteredByAnother_isBoundToBoth() {
        enter(1, ONE);
        Owner bob = Owner.of("bob").bound(List.of(ONE));
        resource.on(new Command.Acquire(new Claim(id(2), bob, Mode.EXCLUSIVE, Lease.NONE), true, null));
        resource.on(new Command.Release(id(1)));

        Claim other = new Claim(id(3), bob.bound(List.of(TWO)), Mode.EXCLUSIVE, Lease.NONE);
        resource.on(new Command.Acquire(other, false, null));

        assertThat(bound()).containsExactly(ONE, TWO);
    }
}
