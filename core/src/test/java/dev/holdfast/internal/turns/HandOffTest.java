package dev.holdfast.internal.turns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.check.Extent;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** No order of threads loses a wake-up, a question or an answer; and each planted defect is found. */
@Tag("exhaustive")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
final class HandOffTest {
    private static final int PREEMPTIONS = Extent.of(2, 3);
    private static final int MAX_RUNS = Extent.of(20_000, 500_000);

    /** The runs made, and the complaint of the last. */
    private record Explored(int runs, String complaint) {}

    private static Explored explore(Map<String, byte[]> replaced, String scene, int threads) throws Exception {
        Class<?> loaded = new Instrumented(replaced).loadClass("dev.holdfast.internal.manager.HandOffs");
        Method explore = loaded.getMethod("explore", String.class, int.class, int.class, int.class);
        String[] result = (String[]) explore.invoke(null, scene, threads, PREEMPTIONS, MAX_RUNS);
        return new Explored(Integer.parseInt(result[0]), result[1]);
    }

    @ParameterizedTest
    @CsvSource({"attempts, 3", "inbox, 3", "combiner, 2", "combiner, 3", "async, 2"})
    @DisplayName("B17: every order of threads brings each attempt its answer, once")
    void explore_everyOrderOfThreads_losesNothing(String scene, int threads) throws Exception {
        Explored result = explore(Map.of(), scene, threads);
        System.out.printf("%s, %d threads: %,d runs%n", scene, threads, result.runs());
        assertThat(result.complaint()).isEmpty();
        assertThat(result.runs()).isGreaterThan(100).isLessThan(MAX_RUNS);
    }

    /** A deliberate defect in one hand-off. */
    @SuppressWarnings("StringConcatToTextBlock") // a text block would lose the indentation of the passage
    enum Slip {
        WAKE_UP_OMITTED("Attempt", "LockSupport.unpark(caller);", "", "combiner", 2),
        SECOND_BRANCH_FORGOTTEN(
                "Attempt", "        if (second != null) {\n            second.wake();\n        }\n", "", "attempts", 4),
        PUBLISHED_WITHOUT_COMPARING(
                "Attempt",
                "return STAGE.compareAndSet(this, AWAKE, PUBLISHED);",
                "if (stage != AWAKE) { return false; } stage = PUBLISHED; return true;",
                "attempts",
                4),
        LED_UNTIL_AFTER_THE_LOOK(
                "Combiner",
                "            led.set(false);\n            Attempt next = inbox.peek();\n"
                        + "            if (next != null) {\n                LockSupport.unpark(next.caller());\n            }\n",
                "            Attempt next = inbox.peek();\n"
                        + "            if (next != null) {\n                LockSupport.unpark(next.caller());\n            }\n"
                        + "            led.set(false);\n",
                "combiner",
                2),
        PUBLISHED_BEFORE_DECIDED(
                "Combiner",
                "send(plans(first, round));",
                "List<Plan> plans = plans(first, round); Attempt.publish(round); send(plans);",
                "combiner",
                3),
        TAKEN_TWICE("Inbox", "Attempt next = queue.poll();", "Attempt next = queue.peek();", "inbox", 3),
        SLEEPING_TOO_LATE(
                "AsyncCombiner",
                "        sleeping = true;\n        // A caller that added its call before it saw that the thread sleeps is found here.\n"
                        + "        if (incoming.isEmpty() && !closed) {\n",
                "        if (incoming.isEmpty() && !closed) {\n        sleeping = true;\n",
                "async",
                2);

        private final String source;
        private final String passage;
        private final String replacement;
        private final String scene;
        private final int threads;

        Slip(String source, String passage, String replacement, String scene, int threads) {
            this.source = source;
            this.passage = passage;
            this.replacement = replacement;
            this.scene = scene;
            this.threads = threads;
        }
    }

    static Stream<Slip> slips() {
        return Arrays.stream(Slip.values());
    }

    @ParameterizedTest
    @MethodSource("slips")
    void explore_plantedDefect_isFound(Slip slip) throws Exception {
        Map<String, byte[]> planted = Planted.in(slip.source, slip.passage, slip.replacement);
        Explored result = explore(planted, slip.scene, slip.threads);
        System.out.printf("%s: found in run %,d: %s%n", slip, result.runs(), result.complaint());
        assertThat(result.complaint()).isNotEmpty();
    }
}
