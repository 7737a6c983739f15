package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.StoreUnreachableException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls on many things of which one makes them fail. */
class SplitOnFailureTest {
    private static final List<String> ALL = List.of("a", "b", "c", "d", "e");

    @Test
    void oneThatFails_keepsNoOtherFromItsCall_andIsReported() {
        for (String bad : ALL) {
            List<String> done = new ArrayList<>();
            IllegalStateException failure = new IllegalStateException(bad);
            assertThatThrownBy(() -> SplitOnFailure.call(ALL, (some, from) -> {
                        assertThat(some).isEqualTo(ALL.subList(from, from + some.size()));
                        if (some.contains(bad)) {
                            throw failure;
                        }
                        done.addAll(some);
                    }))
                    .isSameAs(failure);
            assertThat(done).hasSize(4).doesNotContain(bad).isSubsetOf(ALL);
        }
    }

    @Test
    void twoThatFail_theFirstIsReported() {
        assertThatThrownBy(() -> SplitOnFailure.call(ALL, (some, from) -> {
                    throw new IllegalStateException(some.get(0));
                }))
                .hasMessage("a");
    }

    @Test
    void storeThatIsAway_isAskedOnce() {
        List<Integer> calls = new ArrayList<>();
        assertThatThrownBy(() -> SplitOnFailure.call(ALL, (some, from) -> {
                    calls.add(from);
                    throw new StoreUnreachableException("Away.", null);
                }))
                .isInstanceOf(StoreUnreachableException.class);
        assertThat(calls).containsExactly(0);
    }

    @Test
    void allThatSucceed_areOneCall() {
        List<List<String>> calls = new ArrayList<>();
        SplitOnFailure.call(ALL, (some, from) -> calls.add(some));
        assertThat(calls).containsExactly(ALL);
    }
}
