package dev.holdfast.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.holdfast.LockManager;
import dev.holdfast.Owner;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A heartbeat of a session costs no more than the number of its locks. */
@Timeout(180)
class HeartbeatSizeTest {
    @TempDir
    Path folder;

    /** Copies of what is known, one for each name, show as memory. */
    @Test
    void memory_ofAHeartbeat_growsWithItsLocks() {
        try (LockManager locks = LockManager.open("sqlite:" + folder.resolve("locks.db"))) {
            CurrentLocks current = new CurrentLocks(locks, new OwnerIds(null), Transactions.NONE, LockMeters.NONE);
            Heartbeats heartbeats = new Heartbeats(current, LockMeters.NONE);
            // Also locks that were taken together, whose receipts have to be looked for.
            take(current, "small", 1_000);
            take(current, "large", 4_000);
            bytes(heartbeats, "small", 1_000);
            bytes(heartbeats, "large", 4_000);
            long small = bytes(heartbeats, "small", 1_000);
            assertThat(bytes(heartbeats, "large", 4_000))
                    .as("bytes for four times the locks, %s for once", small)
                    .isLessThan(8 * small);
        }
    }

    private static void take(CurrentLocks current, String user, int count) {
        CurrentOwner.runAs(Owner.of(user), () -> {
            for (int i = 0; i < count / 100; i++) {
                int group = i;
                current.acquire(IntStream.range(0, 100)
                        .mapToObj(n -> user + "/" + group + "/" + n)
                        .toArray(String[]::new));
            }
        });
    }

    private static long bytes(Heartbeats heartbeats, String user, int count) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        CurrentOwner.runAs(
                Owner.of(user),
                () -> assertThat((List<?>)
                                heartbeats.renew(List.of(user + "/gone"), true).get("holds"))
                        .hasSize(count));
        return threads.getCurrentThreadAllocatedBytes() - before;
    }
}
