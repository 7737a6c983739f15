package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.check.Extent;
import dev.holdfast.rules.Bounds;
import dev.holdfast.server.Http.Told;
import dev.holdfast.store.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A server with 256 MB of memory under hostile callers: the largest requests there may be, readers that do not read, connections
 * that say nothing, full quotas. A well-behaved holder beside them notices nothing.
 */
@Tag("safety")
@Timeout(value = 1_200, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostileLoadTest {
    private static final Duration LENGTH = Duration.ofSeconds(Extent.of(60, 600));
    /** Of a heartbeat on an idle machine. Beside other tests, one of so many may take longer. */
    private static final Duration LONGEST_BEAT = Duration.ofSeconds(2);

    private static final int ONE_LATE_OF = 50;
    private static final Duration LONGEST_LATE = Duration.ofSeconds(10);
    /** What the heap may have more at the end than when all of the load was there. */
    private static final long MARGIN = 64L << 20;

    private static final int HOPS = 8;
    private static final List<String> USERS = List.of("holder", "mallory", "trudy", "eve");

    private final List<String> tokens = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger served = new AtomicInteger();
    private int late;
    private Duration slowest = Duration.ZERO;
    private Process process;
    private BufferedReader answers;
    private Writer questions;
    private String address;

    @BeforeEach
    void start() throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                SoakServer.class.getName()));
        command.addAll(USERS);
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        questions = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
        for (int i = 0; i < USERS.size(); i++) {
            tokens.add(answers.readLine());
        }
        address = answers.readLine();
    }

    @AfterEach
    void stop() throws InterruptedException {
        over.set(true);
        process.destroyForcibly().waitFor();
        for (Thread thread : threads) {
            thread.interrupt();
            thread.join(60_000);
        }
    }

    private long heap() throws IOException {
        questions.write("heap\n");
        questions.flush();
        String bytes = answers.readLine();
        assertThat(bytes).as("the server ended").isNotNull();
        return Long.parseLong(bytes);
    }

    @Test
    void holder_besideHostileCallers_noticesNothing() throws Exception {
        Http holder = new Http(address).as(tokens.get(0));
        String receipt = holder.take("precious", "me");
        String first = holder.take("contended", "me");
        Stalls stalls = new Stalls(over);
        start(stalls);
        for (String token : tokens.subList(1, tokens.size())) {
            Hostile hostile = new Hostile(address, token, over, served, refused);
            start(hostile::largestRequests);
            start(hostile::manyReceipts);
            start(hostile::drafts);
            start(hostile::lists);
            start(hostile::waits);
            start(hostile::streamsThatAreNotRead);
            start(hostile::answersThatAreNotRead);
            start(hostile::silentConnections);
            start(hostile::bodiesThatStop);
        }
        long end = System.nanoTime() + LENGTH.toNanos();
        long third = System.nanoTime() + LENGTH.toNanos() / 3;
        long before = 0;
        int beats = 0;
        while (System.nanoTime() - end < 0) {
            beat(holder, receipt, stalls);
            beat(holder, first, stalls);
            beats += 2;
            if (before == 0 && System.nanoTime() - third > 0) {
                before = heap();
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        long after = heap();
        assertThat(process.isAlive()).isTrue();
        assertThat(beats).isGreaterThan(3);
        System.out.println(beats + " heartbeats, of which " + late + " took longer than " + LONGEST_BEAT
                + "; the slowest " + slowest);
        assertThat(late).as("late of %s, the slowest %s", beats, slowest).isLessThanOrEqualTo(1 + beats / ONE_LATE_OF);
        assertThat(served.get()).as("the load was there").isGreaterThan(20);
        assertThat(refused.get()).as("and some of it was too much").isPositive();
        assertThat(after).as("heap after, %s before", before).isLessThan(before + MARGIN);
        assertThat(holder.delete("/v1/holds/" + receipt).status()).isEqualTo(204);
    }

    /** A request passes several threads of both processes: each may have been delayed by the machine as this one was. */
    private void beat(Http holder, String receipt, Stalls stalls) throws Exception {
        long stalled = stalls.nanos();
        long start = System.nanoTime();
        Told told = holder.post("/v1/holds/" + receipt + "/heartbeat", "{}");
        long took = System.nanoTime() - start;
        assertThat(told.status()).as(told.response().body()).isEqualTo(200);
        Duration delayed = Duration.ofNanos(HOPS * (stalls.nanos() - stalled));
        Duration own = Duration.ofNanos(took).minus(delayed);
        assertThat(own).as("delayed by the machine: %s", delayed).isLessThan(LONGEST_LATE);
        late += own.compareTo(LONGEST_BEAT) >= 0 ? 1 : 0;
        slowest = own.compareTo(slowest) > 0 ? own : slowest;
    }

    private void start(Runnable work) {
        Thread thread = new Thread(work, "hostile");
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    /** Measures for how long this machine did not run what was ready to run: a busy machine is not a slow server. */
    private static final class Stalls implements Runnable {
        private static final long NAP = 20_000_000;

        private final AtomicBoolean over;
        private final AtomicLong nanos = new AtomicLong();

        Stalls(AtomicBoolean over) {
            this.over = over;
        }

        long nanos() {
            return nanos.get();
        }

        @Override
        public void run() {
            while (!over.get()) {
                long start = System.nanoTime();
                LockSupport.parkNanos(NAP);
                nanos.addAndGet(Math.max(0, System.nanoTime() - start - NAP));
            }
        }
    }

    /** Returns the largest request for locks that is accepted. */
    static String largest(String prefix) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < Bounds.NAMES; i++) {
            names.add(prefix + i + "-" + "x".repeat(450));
        }
        List<Object> processes = new ArrayList<>();
        for (int i = 0; i < Bounds.PROCESSES; i++) {
            String text = "p".repeat(Bounds.PROCESS_TEXT);
            processes.add(Map.of("pid", i + 1L, "host", text, "boot", text, "namespace", text, "start", text));
        }
        return Json.write(Map.of(
                "resources",
                names,
                "note",
                "n".repeat(Bounds.NOTE),
                "owner",
                Map.of("id", prefix, "processes", processes)));
    }
}
