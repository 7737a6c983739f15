package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ManagerOptions;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.check.Extent;
import dev.holdfast.server.options.LimitOptions;
import dev.holdfast.server.options.SignInOptions;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Query;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Calls made up from the description, some as it says and most not: each is answered as the description says it may be. Nothing
 * that they leave behind, in the store or in memory, grows with their number.
 */
@Timeout(value = 1_200, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GeneratedInputTest {
    private static final int CALLS = Extent.of(900, 25_000);
    private static final int PARTS = 5;
    /** What the heap may have more at the end than when all caches had their fill. */
    private static final long MARGIN = 24L << 20;
    /** Longer than anything lasts: locks, drafts, tokens, marks. */
    private static final Duration VERY_LONG = Duration.ofDays(400);

    private static final Logger DENIALS = Logger.getLogger("dev.holdfast.server.access");
    private static final Policies POLICIES = new Policies(
            List.of(), Preset.OFFLINE.policy().toBuilder().drafts(true).build());

    @BeforeAll
    static void quiet() {
        DENIALS.setLevel(Level.OFF);
    }

    @AfterAll
    static void loud() {
        DENIALS.setLevel(null);
    }

    @Test
    void calls_withoutSignIn_areAnsweredAsTheDescriptionSays() throws Exception {
        try (Guarded server = new Guarded(ServerOptions.DEFAULT.port(0), ManagerOptions.DEFAULT.policies(POLICIES))) {
            Map<Integer, Integer> seen = run(server, List.of(server.http()));
            assertThat(seen.keySet()).as("all kinds of answers: %s", seen).contains(200, 201, 204, 404, 422, 423);
        }
    }

    @Test
    void calls_ofEveryRole_areAnsweredAsTheDescriptionSays() throws Exception {
        LimitOptions limits = new LimitOptions(0, 0, 0, 30_000);
        ServerOptions options =
                ServerOptions.DEFAULT.port(0).signIn(SignInOptions.TOKENS).limits(limits);
        try (Guarded server = new Guarded(options, ManagerOptions.DEFAULT.policies(POLICIES))) {
            List<Http> callers =
                    new ArrayList<>(List.of(server.http(), server.http().as("hf_no_such_token")));
            for (String right : List.of("reader", "editor", "editor", "editor:policy/", "admin", "admin")) {
                callers.add(server.http()
                        .as(server.token("user of " + right + callers.size(), right)
                                .secret()));
            }
            Map<Integer, Integer> seen = run(server, callers);
            assertThat(seen.keySet())
                    .as("all kinds of answers: %s", seen)
                    .contains(200, 201, 204, 401, 403, 404, 422, 423);
        }
    }

    /** Makes all calls, and returns how often each status was answered. */
    private static Map<Integer, Integer> run(Guarded server, List<Http> callers) throws Exception {
        GeneratedCalls calls = new GeneratedCalls(server.http(), callers, new Random(20_26));
        Map<Kind, Integer> before = records(server.store());
        long early = 0;
        for (int part = 0; part < PARTS; part++) {
            for (int i = 0; i < CALLS / PARTS; i++) {
                calls.next();
            }
            for (int i = 0; i < 2; i++) { // what ends leaves a mark, which ends later
                server.later(VERY_LONG);
                server.locks().admin().sweep();
            }
            assertThat(records(server.store())).as("what is left").isEqualTo(before);
            early = part == 1 ? heap() : early;
        }
        assertThat(heap()).as("heap, %s before", early).isLessThan(early + MARGIN);
        return calls.seen();
    }

    private static Map<Kind, Integer> records(LockStore store) {
        Map<Kind, Integer> records = new EnumMap<>(Kind.class);
        for (Kind kind : Kind.values()) {
            records.put(
                    kind, store.query(Query.all(kind).limit(100_000)).entries().size());
        }
        return records;
    }

    private static long heap() {
        System.gc();
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
