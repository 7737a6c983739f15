package dev.holdfast.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockManager;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerOptions;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections that want one lock all get it, and what is told of their waits is about these grants. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ContendersTest {
    private static final Duration SLICE = Duration.ofMillis(200);
    private static final int SIZE = 5;

    @Test
    void oneLock_wantedByFive_isHadByEachOfThem_andLeftByAll() throws Exception {
        wantedByFive(false);
    }

    @Test
    void oneLock_wantedByFiveWithReceipts_isHadByEachOfThem_andLeftByAll() throws Exception {
        wantedByFive(true);
    }

    private static void wantedByFive(boolean receipts) throws Exception {
        try (LockManager locks = LockManager.open("memory:");
                HoldfastServer server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0));
                Contenders contenders =
                        new Contenders(URI.create(server.address()).getPort(), SIZE, receipts)) {
            assertThat(contenders.warmUp(SLICE)).isGreaterThanOrEqualTo(SIZE);
            assertThat(contenders.fairness()).as("the warm-up does not count").isZero();
            contenders.turn(SLICE);
            assertThat(contenders.fairness()).isGreaterThan(0).isLessThanOrEqualTo(1);
            assertThat(contenders.rate().median()).isPositive();
            assertThat(contenders.ratio(contenders).median()).isEqualTo(1);
            Spread waits = contenders.takeWaits();
            assertThat(waits.quantile(0)).isPositive();
            assertThat(waits.mean()).isBetween(waits.quantile(0), waits.quantile(1));
            assertThat(locks.list("")).isEmpty();
        }
    }
}
