package dev.holdfast.testkit;

import static dev.holdfast.Mode.EXCLUSIVE;
import static dev.holdfast.Mode.SHARED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.holdfast.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HistoryCheckerTest {

    @Test
    void violations_turnsOneAfterTheOther_none() {
        assertThat(violations(tenure("ann", EXCLUSIVE, 1, 0, 10), tenure("bob", EXCLUSIVE, 2, 10, 20)))
                .isEmpty();
        assertThat(violations()).isEmpty();
    }

    @Test
    void violations_twoExclusiveAtOnce_areFound() {
        assertThat(violations(tenure("ann", EXCLUSIVE, 1, 0, 10), tenure("bob", EXCLUSIVE, 2, 9, 20)))
                .singleElement()
                .asString()
                .startsWith("Both at the same time")
                .contains("ann", "bob");
    }

    @Test
    void violations_exclusiveBesideShared_areFound() {
        assertThat(violations(tenure("ann", SHARED, 1, 0, 10), tenure("bob", EXCLUSIVE, 2, 5, 6)))
                .hasSize(1);
        assertThat(violations(tenure("ann", EXCLUSIVE, 1, 0, 10), tenure("bob", SHARED, 2, 5, 6)))
                .hasSize(1);
    }

    @Test
    void violations_behindALongSharedOne_areFound() {
        assertThat(violations(
                        tenure("ann", SHARED, 1, 0, 100),
                        tenure("bob", SHARED, 2, 10, 20),
                        tenure("eve", EXCLUSIVE, 3, 50, 60)))
                .singleElement()
                .asString()
                .contains("ann", "eve");
    }

    @Test
    void violations_sharedTogether_none() {
        assertThat(violations(
                        tenure("ann", SHARED, 2, 0, 10),
                        tenure("bob", SHARED, 2, 5, 20),
                        tenure("eve", SHARED, 1, 12, 13)))
                .isEmpty();
    }

    @Test
    void violations_holderKilledInside_areFound() {
        assertThat(violations(tenure("ann", EXCLUSIVE, 1, 0, 10), tenure("killed", EXCLUSIVE, 2, 5, 5)))
                .hasSize(1);
        assertThat(violations(tenure("killed", EXCLUSIVE, 1, 0, 0), tenure("ann", EXCLUSIVE, 2, 5, 10)))
                .isEmpty();
    }

    @Test
    void violations_fenceThatShrinks_isFound() {
        assertThat(violations(tenure("ann", EXCLUSIVE, 7, 0, 10), tenure("bob", EXCLUSIVE, 6, 20, 30)))
                .singleElement()
                .asString()
                .startsWith("A smaller fence");
        assertThat(violations(
                        tenure("ann", EXCLUSIVE, 7, 0, 10),
                        tenure("bob", EXCLUSIVE, 9, 20, 30),
                        tenure("eve", SHARED, 8, 40, 50)))
                .singleElement()
                .asString()
                .contains("bob", "eve");
    }

    @Test
    void violations_fenceTwice_isFound() {
        assertThat(violations(tenure("ann", EXCLUSIVE, 7, 0, 10), tenure("bob", EXCLUSIVE, 7, 20, 30)))
                .singleElement()
                .asString()
                .startsWith("The same fence");
    }

    @Test
    void violations_ownerEntersAgain_none() {
        assertThat(violations(tenure("ann", EXCLUSIVE, 1, 0, 10), tenure("ann", EXCLUSIVE, 1, 3, 5)))
                .isEmpty();
    }

    @Test
    void violations_ofOneResource_areNotThoseOfAnother() {
        Tenure other = new Tenure("other", "bob", EXCLUSIVE, 1, 5, 6);
        assertThat(violations(tenure("ann", EXCLUSIVE, 1, 0, 10), other)).isEmpty();
    }

    @Test
    void violations_plantedInALongHistory_areFound() {
        Random random = new Random(7);
        for (int round = 0; round < 50; round++) {
            List<Tenure> history = new ArrayList<>();
            for (int turn = 0; turn < 200; turn++) {
                history.add(tenure("o" + turn, EXCLUSIVE, turn + 1, turn * 10L, turn * 10L + 1 + random.nextInt(9)));
            }
            assertThat(HistoryChecker.violations(history)).isEmpty();
            int victim = 1 + random.nextInt(198);
            Tenure right = history.get(victim);
            history.set(victim, tenure("intruder", EXCLUSIVE, right.fence(), right.begin(), right.end() + 10));
            assertThat(HistoryChecker.violations(history)).hasSize(1);
            history.set(victim, tenure("stale", EXCLUSIVE, 0, right.begin(), right.end()));
            assertThat(HistoryChecker.violations(history)).hasSize(1);
        }
    }

    @Test
    void tenure_endsBeforeItBegins_isRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> tenure("ann", EXCLUSIVE, 1, 5, 4));
    }

    private static List<String> violations(Tenure... tenures) {
        return HistoryChecker.violations(List.of(tenures));
    }

    private static Tenure tenure(String owner, Mode mode, long fence, long begin, long end) {
        return new Tenure("r", owner, mode, fence, begin, end);
    }
}
