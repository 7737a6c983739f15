package dev.holdfast.it.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.rules.Mode;
import dev.holdfast.rules.Owner;
import dev.holdfast.servers.Engine;
import dev.holdfast.servers.Server;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many who read share one lock, and all renew it: on all servers at once, so that it takes one minute and not five. */
@Timeout(240)
class ReadersTest {
    private static final int MANAGERS = 8;
    private static final int EACH = 10;
    /** Short, so that each renews some ten times, but longer than a busy machine keeps anybody waiting. */
    private static final Duration LEASE = Duration.ofSeconds(18);

    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private final List<AutoCloseable> opened = new ArrayList<>();

    @Test
    void eightyReaders_ofOneLock_keepItForAMinute() throws Exception {
        Map<Engine, List<LockHandle>> held = new EnumMap<>(Engine.class);
        Map<Engine, LockManager> others = new EnumMap<>(Engine.class);
        try {
            for (Engine engine : Engine.values()) {
                Server server = engine.start(folder.resolve(engine.name()));
                opened.add(server);
                held.put(engine, read(server));
                others.put(engine, opened(LockManager.open(server.address())));
            }
            long end = System.nanoTime() + LONG.toNanos();
            while (System.nanoTime() - end < 0) {
                Thread.sleep(1_000);
                held.forEach((engine, handles) ->
                        assertThat(losses(handles)).as("lost on %s", engine).isEmpty());
            }
            for (Engine engine : Engine.values()) {
                LockManager other = others.get(engine);
                assertThat(other.look("shared").holds()).as(engine.name()).hasSize(MANAGERS * EACH);
                assertThat(other.tryAcquire("shared").granted()).isFalse();
                held.get(engine).forEach(LockHandle::close);
                assertThat(other.look("shared").free()).isTrue();
            }
        } finally {
            Collections.reverse(opened);
            for (AutoCloseable one : opened) {
                one.close();
            }
        }
    }

    private List<LockHandle> read(Server server) throws Exception {
        List<LockHandle> handles = new ArrayList<>();
        for (int i = 0; i < MANAGERS; i++) {
            LockManager locks = opened(LockManager.open(server.address()));
            for (int j = 0; j < EACH; j++) {
                String id = "reader-" + i + "-" + j;
                handles.add(locks.acquire(LockRequest.of("shared")
                        .mode(Mode.SHARED)
                        .ttl(LEASE)
                        .owner(new Owner(id, id, "", locks.owner().processes()))));
            }
        }
        return handles;
    }

    private static List<String> losses(List<LockHandle> handles) {
        return handles.stream()
                .filter(handle -> !handle.held() || handle.lost().isDone())
                .map(handle -> handle.lost().join().sentence())
                .toList();
    }

    private <T extends AutoCloseable> T opened(T thing) {
        opened.add(thing);
        return thing;
    }
}
