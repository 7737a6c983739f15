package dev.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaitCounterTest {
    private final WaitCounter waits = new WaitCounter();

    @Test
    void oneOwner_leavesHalfOfThePlacesToOthers() {
        List<Runnable> ends = new ArrayList<>();
        for (int i = 0; i < WaitCounter.MAX_OF_OWNER; i++) {
            ends.add(waits.begin("one", WaitCounter.MAX_OF_OWNER, 1));
        }
        assertThatThrownBy(() -> waits.begin("one", WaitCounter.MAX_OF_OWNER, 1))
                .isInstanceOfSatisfying(Problem.class, problem -> refused(problem, 429));
        for (int i = 0; i < WaitCounter.MAX_WAITING - WaitCounter.MAX_OF_OWNER; i++) {
            waits.begin("other" + i, WaitCounter.MAX_OF_OWNER, 1);
        }
        assertThatThrownBy(() -> waits.begin("another", WaitCounter.MAX_OF_OWNER, 1))
                .as("all places are taken")
                .isInstanceOfSatisfying(Problem.class, problem -> refused(problem, 503));
        ends.get(0).run();
        ends.get(0).run();
        waits.begin("one", WaitCounter.MAX_OF_OWNER, 1);
        assertThatThrownBy(() -> waits.begin("one", WaitCounter.MAX_OF_OWNER, 1))
                .isInstanceOf(Problem.class);
    }

    private static void refused(Problem problem, int status) {
        assertThat(problem.status()).isEqualTo(status);
    }
}
