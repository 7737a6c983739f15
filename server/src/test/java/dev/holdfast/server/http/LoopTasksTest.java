package dev.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Context;
import io.vertx.core.Handler;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The tasks for an event loop: in order, none lost, and one call of the loop for all that come before it runs. */
@Timeout(60)
final class LoopTasksTest {
    /** The calls that the event loop has not answered. */
    private final Queue<Handler<?>> calls = new ArrayDeque<>();

    private final List<Integer> done = new ArrayList<>();
    private final LoopTasks tasks = new LoopTasks(context());

    private Context context() {
        return (Context) Proxy.newProxyInstance(
                Context.class.getClassLoader(), new Class<?>[] {Context.class}, (proxy, method, arguments) -> {
                    assertThat(method.getName()).isEqualTo("runOnContext");
                    calls.add((Handler<?>) arguments[0]);
                    return null;
                });
    }

    private void loopRuns() {
        Handler<?> call = calls.remove();
        call.handle(null);
    }

    private void add(int number) {
        tasks.add(() -> done.add(number));
    }

    @Test
    void manyTasks_callTheLoopOnce_andRunInOrder() {
        add(1);
        add(2);
        add(3);
        assertThat(calls).hasSize(1);
        loopRuns();
        assertThat(done).containsExactly(1, 2, 3);
        assertThat(calls).isEmpty();
        add(4);
        assertThat(calls).hasSize(1);
    }

    @Test
    void taskThatFails_keepsNoOtherFromRunning() {
        add(1);
        tasks.add(() -> {
            throw new AssertionError("broken");
        });
        add(3);
        loopRuns();
        assertThat(done).containsExactly(1, 3);
    }

    @Test
    void taskOfATask_isNotLost() {
        tasks.add(() -> add(2));
        loopRuns();
        while (!calls.isEmpty()) {
            loopRuns();
        }
        assertThat(done).containsExactly(2);
    }

    @Test
    void moreTasksThanFitInOneTurn_letTheLoopReadInBetween() {
        for (int i = 0; i < 300; i++) {
            add(i);
        }
        loopRuns();
        assertThat(done).hasSizeLessThan(300);
        assertThat(calls).hasSize(1);
        loopRuns();
        assertThat(done).hasSize(300).isSorted();
    }
}
