package dev.holdfast.bench.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockManager;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerOptions;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The load does what it claims to do, so that what is counted is what was asked for. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class CrowdTest {
    private static final Duration SLICE = Duration.ofMillis(200);

    /** How many came in as many slices as it took for more than that to come: the first ones may be slow. */
    private static long answers(Crowd crowd, int moreThan) throws Exception {
        long all = 0;
        while (all <= moreThan) {
            all += crowd.run(SLICE).answers();
        }
        return all;
    }

    @Test
    void echo_comesBack() throws Exception {
        try (EchoServer server = EchoServer.start(0);
                Crowd crowd = Crowd.of(server.port(), 3, i -> Talks.echo(100))) {
            answers(crowd, 3);
            assertThat(crowd.run(SLICE).nanos()).isGreaterThanOrEqualTo(SLICE.toNanos());
        }
    }

    @Test
    void pairs_leaveNothingBehind_andBeatsKeepTheirHolds() throws Exception {
        try (LockManager locks = LockManager.open("memory:");
                HoldfastServer server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0))) {
            int port = URI.create(server.address()).getPort();
            try (Crowd pairs = Crowd.of(port, 3, Talks::pair);
                    Crowd beats = Crowd.of(port, 3, i -> Talks.beat(100 + i))) {
                assertThat(answers(pairs, 6)).isEven();
                assertThat(locks.list("")).isEmpty();
                answers(beats, 6);
                assertThat(locks.list("")).hasSize(3);
            }
        }
    }

    @Test
    void answer_thatIsNotTheOneHopedFor_isTold() throws Exception {
        try (EchoServer server = EchoServer.start(0);
                Crowd crowd = Crowd.of(server.port(), 1, Talks::pair)) {
            assertThatThrownBy(() -> crowd.run(SLICE)).hasMessageContaining("200 OK");
        }
    }

    @Test
    void subscribers_areAllToldOfEachChange() throws Exception {
        try (LockManager locks = LockManager.open("memory:");
                HoldfastServer server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0));
                Subscribers subscribers =
                        new Subscribers(URI.create(server.address()).getPort(), "bell-")) {
            subscribers.add(150);
            assertThat(subscribers.ring()).isPositive();
            assertThat(locks.list("bell-")).hasSize(1);
            assertThat(subscribers.ring()).isPositive();
            assertThat(locks.list("bell-")).isEmpty();
        }
    }
}
