package dev.holdfast.cli.live;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.cli.output.Palette;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The picture of the locks for each key and size of the screen. {@code TopTest} shows it at a terminal. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class TopScreenTest {
    private static final RawTerminal.Size USUAL = new RawTerminal.Size(24, 80);

    private final TopScreen screen = new TopScreen("memory:", Palette.PLAIN);

    @Test
    void queueNotesAndSharedHolders_areShown_andSortedByTheKeys() throws Exception {
        try (LockManager locks = LockManager.open("memory:")) {
            grant(locks, LockRequest.of("c").owner(Owner.of("Ann")).note("proofs"));
            Instant first = locks.view("c").asOf();
            await().until(() -> locks.view("c").asOf().isAfter(first));
            grant(locks, LockRequest.of("a").owner(Owner.of("Ben")).mode(Mode.SHARED));
            Instant second = locks.view("a").asOf();
            await().until(() -> locks.view("a").asOf().isAfter(second));
            grant(locks, LockRequest.of("b").owner(Owner.of("Cleo")));
            Thread waiter = waiting(locks, LockRequest.of("b").owner(Owner.of("Dan")));
            try {
                await().until(() -> !locks.view("b").queue().isEmpty());
                List<LockView> views = locks.list("");
                assertThat(picture(views, USUAL).get(0)).contains("3 held, 0 stale, 1 waiting  memory:");
                assertThat(rows(views, USUAL))
                        .satisfiesExactly(
                                row -> assertThat(row).matches("a +Ben \\(shared\\) +\\d\\S* +\\d\\S* +- *"),
                                row -> assertThat(row).matches("b +Cleo +\\d\\S* +\\d\\S* +1 *"),
                                row -> assertThat(row).matches("c +Ann +\\d\\S* +\\d\\S* +- *"));
                press("w");
                assertThat(names(views, USUAL)).isEqualTo("bac");
                press("a");
                assertThat(names(views, USUAL)).as("the oldest first").isEqualTo("cab");
                press("n");
                assertThat(names(views, USUAL)).isEqualTo("abc");
                assertThat(String.join("\n", picture(views, USUAL))).doesNotContain("NOTE", "proofs");
                RawTerminal.Size wide = new RawTerminal.Size(24, 100);
                assertThat(picture(views, wide).get(2)).contains("NOTE");
                assertThat(rows(views, wide).get(2)).contains("Ann").contains("proofs");
            } finally {
                waiter.interrupt();
                waiter.join();
            }
        }
    }

    @Test
    void moreLocksThanLines_areScrolled_alsoWhenTheScreenChangesItsSize() throws Exception {
        try (LockManager locks = LockManager.open("memory:")) {
            List<String> many =
                    IntStream.range(0, 50).mapToObj(i -> "r" + (100 + i)).toList();
            grant(locks, LockRequest.of(many).owner(Owner.of("Ann")));
            List<LockView> views = locks.list("");
            assertThat(shown(views, USUAL)).isEqualTo("r100-r119: 1-20 of 50");
            press("j\u001B[B");
            assertThat(shown(views, USUAL)).isEqualTo("r102-r121: 3-22 of 50");
            press(" ");
            assertThat(shown(views, USUAL)).isEqualTo("r122-r141: 23-42 of 50");
            press("\u001B[6~f");
            assertThat(shown(views, USUAL)).as("no further than the end").isEqualTo("r130-r149: 31-50 of 50");
            press("k");
            assertThat(shown(views, USUAL)).isEqualTo("r129-r148: 30-49 of 50");
            assertThat(shown(views, new RawTerminal.Size(44, 80))).as("larger").isEqualTo("r110-r149: 11-50 of 50");
            assertThat(shown(views, new RawTerminal.Size(9, 80))).as("smaller").isEqualTo("r110-r114: 11-15 of 50");
            press("b\u001B[5~\u001B[A");
            assertThat(shown(views, new RawTerminal.Size(9, 80))).isEqualTo("r100-r104: 1-5 of 50");
            press("j");
            press("n");
            assertThat(shown(views, USUAL)).as("sorting begins at the top").isEqualTo("r100-r119: 1-20 of 50");
            RawTerminal.Size tiny = new RawTerminal.Size(2, 10);
            assertThat(picture(views, tiny))
                    .hasSize(2)
                    .allSatisfy(line -> assertThat(line).hasSizeLessThan(11));
        }
    }

    @Test
    void nothingHeld_andATrouble_areSaid() {
        assertThat(picture(List.of(), USUAL)).contains("No locks: everything is free." + " ".repeat(51));
        List<String> away = screen.lines(List.of(), Duration.ZERO, "The server is away.", LocalTime.NOON, USUAL);
        assertThat(away.get(1)).startsWith("The server is away.");
        assertThat(String.join("\n", away)).doesNotContain("No locks");
    }

    private static void grant(LockManager locks, LockRequest request) throws InterruptedException {
        assertThat(locks.holds().grant(request).granted()).isTrue();
    }

    private static Thread waiting(LockManager locks, LockRequest request) {
        Thread thread = new Thread(() -> {
            try {
                locks.tryAcquire(request.timeout(Duration.ofMinutes(10)));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.start();
        return thread;
    }

    private void press(String typed) {
        ByteArrayInputStream in = new ByteArrayInputStream(typed.getBytes(US_ASCII));
        while (in.available() > 0) {
            screen.press(TopKey.read(in));
        }
    }

    private List<String> picture(List<LockView> views, RawTerminal.Size size) {
        return screen.lines(views, Duration.ZERO, null, LocalTime.NOON, size);
    }

    private List<String> rows(List<LockView> views, RawTerminal.Size size) {
        List<String> lines = picture(views, size);
        return lines.subList(3, lines.size() - 1).stream()
                .filter(line -> !line.isBlank())
                .toList();
    }

    private String names(List<LockView> views, RawTerminal.Size size) {
        return String.join(
                "", rows(views, size).stream().map(row -> row.substring(0, 1)).toList());
    }

    /** Returns the first and the last resource on the screen, and what its last line says about them. */
    private String shown(List<LockView> views, RawTerminal.Size size) {
        List<String> rows = new ArrayList<>(rows(views, size));
        List<String> lines = picture(views, size);
        String last = lines.get(lines.size() - 1);
        return rows.get(0).substring(0, 4) + "-" + rows.get(rows.size() - 1).substring(0, 4) + ": "
                + last.substring(0, last.indexOf("  "));
    }
}
