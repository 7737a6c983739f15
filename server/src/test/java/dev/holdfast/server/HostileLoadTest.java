package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.check.Extent;
import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.json.Json;
import dev.holdfast.server.Http.Told;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server with 256 MB of memory under hostile callers, plain and over TLS: the largest requests there may be, readers that do
 * not read, connections and handshakes that stop or dribble, full quotas. A well-behaved holder beside them notices nothing.
 */
@Tag("safety")
@Timeout(value = 1_200, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostileLoadTest {
    private static final Duration LENGTH = Duration.ofSeconds(Extent.of(60, 600));
    /** Of every heartbeat, without the time in which the threads that it passes wait for a processor. */
    private static final Duration MAX_BEAT = Duration.ofSeconds(2);
    /** What the heap may have more at the end than when all of the load was there. */
    private static final long MARGIN = 24L << 20;

    private static final String BEATS = "beats";
    private static final List<String> SERVER_THREADS =
            List.of("vert.x-eventloo", "holdfast-async", "holdfast-work", "holdfast-sign-i", "VM Thread");
    private static final List<String> CLIENT_THREADS = List.of("HttpClient", "VM Thread", BEATS);

    @TempDir
    private static Path folder;

    private final List<Thread> threads = new ArrayList<>();
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger served = new AtomicInteger();
    private final AtomicInteger secured = new AtomicInteger();
    private Duration slowest = Duration.ZERO;

    @AfterEach
    void stop() throws InterruptedException {
        over.set(true);
        for (Thread thread : threads) {
            thread.interrupt();
            thread.join(60_000);
        }
    }

    @Test
    void holder_besideHostileCallers_noticesNothing() throws Exception {
        TestKeys keys = TestKeys.order(folder, "soak", "EC").made();
        SSLContext trust = keys.trusting();
        Thread.currentThread().setName(BEATS);
        try (SoakProcess server = new SoakProcess(keys.options(), List.of("holder", "mallory", "trudy"))) {
            Http plain = new Http(server.plain()).as(server.token(0));
            Http secure = new Http(server.secure()).trusting(trust).as(server.token(0));
            String first = plain.take("contended", "me");
            String second = secure.take("precious", "me");
            List<ProcessorWaits> waits = List.of(
                    new ProcessorWaits(server.handle().pid(), SERVER_THREADS),
                    new ProcessorWaits(ProcessHandle.current().pid(), CLIENT_THREADS));
            load(new Hostile(server.plain(), server.token(1), null, over, served, refused));
            load(new Hostile(server.secure(), server.token(2), trust, over, secured, refused));
            long end = System.nanoTime() + LENGTH.toNanos();
            long third = System.nanoTime() + LENGTH.toNanos() / 3;
            long before = 0;
            int beats = 0;
            while (System.nanoTime() - end < 0 || !isLoaded()) {
                beat(plain, first, waits);
                beat(secure, second, waits);
                beats += 2;
                if (before == 0 && System.nanoTime() - third > 0) {
                    before = server.heap();
                }
                TimeUnit.MILLISECONDS.sleep(100);
            }
            long after = server.heap();
            System.out.printf(
                    "%d heartbeats, the slowest %d ms; %d requests served, %d over TLS, %d refused;"
                            + " heap %d MiB, then %d MiB; processor time %d s, of the server %d s%n",
                    beats,
                    slowest.toMillis(),
                    served.get(),
                    secured.get(),
                    refused.get(),
                    before >> 20,
                    after >> 20,
                    seconds(ProcessHandle.current()),
                    seconds(server.handle()));
            assertThat(beats).isGreaterThan(3);
            assertThat(after).as("heap after, %s before", before).isLessThan(before + MARGIN);
            assertThat(plain.delete("/v1/holds/" + first).status()).isEqualTo(204);
            assertThat(secure.delete("/v1/holds/" + second).status()).isEqualTo(204);
        }
    }

    /** Returns whether the load was there, also over TLS, and some of it was too much. On a busy machine that takes longer. */
    private boolean isLoaded() {
        return served.get() > 20 && secured.get() > 20 && refused.get() > 0;
    }

    private static long seconds(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toSeconds();
    }

    private void load(Hostile hostile) {
        hostile.deeds().forEach(this::start);
    }

    private void beat(Http holder, String receipt, List<ProcessorWaits> waits) throws Exception {
        starved(waits);
        long start = System.nanoTime();
        Told told = holder.post("/v1/holds/" + receipt + "/heartbeat", "{}");
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        Duration starved = starved(waits);
        assertThat(told.status()).as(told.response().body()).isEqualTo(200);
        Duration own = took.minus(starved);
        assertThat(own).as("of %s, of which the machine took %s", took, starved).isLessThanOrEqualTo(MAX_BEAT);
        slowest = own.compareTo(slowest) > 0 ? own : slowest;
    }

    private static Duration starved(List<ProcessorWaits> waits) throws IOException {
        Duration all = Duration.ZERO;
        for (ProcessorWaits one : waits) {
            all = all.plus(one.sinceLast());
        }
        return all;
    }

    private void start(Runnable work) {
        Thread thread = new Thread(work, "hostile");
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
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
