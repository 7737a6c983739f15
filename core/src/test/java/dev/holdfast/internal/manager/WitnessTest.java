package dev.holdfast.internal.manager;

import static dev.holdfast.internal.manager.Scenes.NOW;
import static dev.holdfast.internal.manager.Scenes.hold;
import static dev.holdfast.internal.manager.Scenes.owner;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Hold;
import dev.holdfast.Mode;
import dev.holdfast.ProcessId;
import dev.holdfast.internal.process.Liveness;
import dev.holdfast.internal.rules.LockState;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What several processes of one holder say together. */
@Tag("safety")
class WitnessTest {
    private static ProcessId process(int number) {
        return new ProcessId("host", "boot", "ns", number, "start");
    }

    private static Hold bound(List<ProcessId> processes) {
        return hold(1, owner("ann", "").bound(processes));
    }

    @ParameterizedTest
    @CsvSource({
        "GONE, GONE, GONE",
        "GONE, ALIVE, ALIVE",
        "ALIVE, GONE, ALIVE",
        "ALIVE, UNKNOWN, ALIVE",
        "UNKNOWN, ALIVE, ALIVE",
        "GONE, UNKNOWN, UNKNOWN",
        "UNKNOWN, GONE, UNKNOWN",
        "GONE, DOUBTFUL, DOUBTFUL",
        "DOUBTFUL, GONE, DOUBTFUL",
        "DOUBTFUL, ALIVE, ALIVE",
        "DOUBTFUL, UNKNOWN, UNKNOWN",
        "UNKNOWN, UNKNOWN, UNKNOWN"
    })
    void holder_isGoneOnlyIfAllItsProcessesAre(Liveness first, Liveness second, Liveness together) {
        List<ProcessId> both = List.of(process(1), process(2));
        Hold hold = bound(both);
        Witness witness = Witness.of(
                List.of(new LockState(List.of(hold), List.of(), null)),
                (process, since) -> process.pid() == 1 ? first : second);
        assertThat(witness.of(both, hold.since())).isEqualTo(together);
        assertThat(witness.provesDeath()).isEqualTo(together == Liveness.GONE);
    }

    @Test
    void nothingIsSaid_ofOtherProcessesNorOfAnotherTime() {
        Hold hold = bound(List.of(process(1)));
        Witness witness =
                Witness.of(List.of(new LockState(List.of(hold), List.of(), null)), (process, since) -> Liveness.GONE);
        assertThat(witness.of(List.of(process(2)), hold.since())).isNull();
        assertThat(witness.of(List.of(process(1)), hold.since().plusNanos(1))).isNull();
        assertThat(Witness.NONE.of(List.of(process(1)), hold.since())).isNull();
        assertThat(Witness.NONE.provesDeath()).isFalse();
    }

    @Test
    void waiters_areLookedAtSinceTheyJoined_andUnboundHoldersAreNot() {
        List<Object> looked = new ArrayList<>();
        LockState state = Scenes.state(
                hold(1, owner("ann", "")),
                Scenes.claim(2, owner("bob", "").bound(List.of(process(7))), Mode.EXCLUSIVE, ""));
        Witness witness = Witness.of(List.of(state), (process, since) -> {
            looked.add(process);
            looked.add(since);
            return Liveness.ALIVE;
        });
        assertThat(looked).containsExactly(process(7), NOW.minusSeconds(2));
        assertThat(witness.of(List.of(process(7)), NOW.minusSeconds(2))).isEqualTo(Liveness.ALIVE);
    }
}
