package dev.holdfast.it.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Hold;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.check.Extent;
import dev.holdfast.engines.Engine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many who read share one lock, and all renew it: on all servers at the same time, so that the wait is that for one. */
@Timeout(600)
class ReadersTest {
    private static final int MANAGERS = 8;
    private static final int EACH = 10;
    /** Short, so that all renew soon, but longer than a busy machine keeps a renewal waiting. */
    private static final Duration LEASE = Duration.ofSeconds(30);

    private static final int RENEWALS = Extent.of(2, 10);

    private final List<AutoCloseable> opened = new ArrayList<>();

    /** The renewals that an onlooker has seen: each moves the end of a lease. */
    private static final class Renewals {
        private final LockManager onlooker;
        private final Map<String, Instant> ends = new HashMap<>();
        private final Map<String, Integer> seen = new HashMap<>();

        Renewals(LockManager onlooker) {
            this.onlooker = onlooker;
        }

        /** Looks once; returns whether each hold was renewed often enough. */
        boolean areEnough() {
            onlooker.view("shared").holders().forEach(judged -> look(judged.hold()));
            return seen.size() == MANAGERS * EACH && Collections.min(seen.values()) > RENEWALS;
        }

        private void look(Hold hold) {
            Instant end = hold.until();
            if (!Objects.equals(end, ends.put(hold.owner().id(), end))) {
                seen.merge(hold.owner().id(), 1, Integer::sum); // the first is the lease itself
            }
        }
    }

    @Test
    void eightyReaders_ofOneLock_allRenewAndKeepIt() throws Exception {
        Map<Engine, List<LockHandle>> held = new EnumMap<>(Engine.class);
        Map<Engine, Renewals> renewals = new EnumMap<>(Engine.class);
        try {
            for (Engine engine : Engine.values()) {
                String address = Engines.shared(engine).address();
                held.put(engine, read(address));
                renewals.put(engine, new Renewals(opened(Patient.open(address))));
            }
            boolean enough = false;
            while (!enough) {
                Thread.sleep(1_000);
                held.forEach((engine, handles) ->
                        assertThat(losses(handles)).as("lost on %s", engine).isEmpty());
                enough = renewals.values().stream().filter(Renewals::areEnough).count() == Engine.values().length;
            }
            for (Engine engine : Engine.values()) {
                LockManager other = renewals.get(engine).onlooker;
                assertThat(other.view("shared").holders()).as(engine.name()).hasSize(MANAGERS * EACH);
                assertThat(other.tryAcquire("shared").granted()).isFalse();
                held.get(engine).forEach(LockHandle::close);
                assertThat(other.view("shared").free()).isTrue();
            }
        } finally {
            Collections.reverse(opened);
            for (AutoCloseable one : opened) {
                one.close();
            }
        }
    }

    private List<LockHandle> read(String address) throws Exception {
        List<LockHandle> handles = new ArrayList<>();
        for (int i = 0; i < MANAGERS; i++) {
            LockManager locks = opened(Patient.open(address));
            for (int j = 0; j < EACH; j++) {
                String id = "reader-" + i + "-" + j;
                handles.add(locks.acquire(LockRequest.of("shared")
                        .mode(Mode.SHARED)
                        .ttl(LEASE)
                        .owner(new Owner(id, id, "", locks.newOwner().processes()))));
            }
        }
        return handles;
    }

    private static List<String> losses(List<LockHandle> handles) {
        return handles.stream()
                .filter(handle -> !handle.isHeld() || handle.lost().isDone())
                .map(handle -> handle.lost().join().sentence())
                .toList();
    }

    private <T extends AutoCloseable> T opened(T thing) {
        opened.add(thing);
        return thing;
    }
}
