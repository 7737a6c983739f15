package dev.holdfast.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class EtcdBoundsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long GRANTED = 2_592_000;

    /** A server's countdown, a client's clock that runs at another speed, and answers that take their time. */
    private static final class World {
        private final Random random;
        private final double speed;
        private final long ahead;
        private long clock;

        World(long seed) {
            random = new Random(seed);
            speed = 1 + (random.nextDouble() - 0.5) / 10_000;
            ahead = random.nextLong(100 * SECOND);
            clock = random.nextLong(1_000_000 * SECOND) - 500_000 * SECOND;
        }

        /** Nanoseconds of the lease that have passed. */
        long passed() {
            return ahead + (long) (clock * speed) + 600_000 * SECOND;
        }

        EtcdBounds ask() {
            long before = clock;
            clock += random.nextLong(SECOND / 50);
            long left = Math.floorDiv(GRANTED * SECOND - passed(), SECOND);
            clock += random.nextLong(SECOND / 50);
            return EtcdBounds.of(GRANTED, left, before, clock);
        }
    }

    @Test
    void bounds_alwaysHaveTheTimeBetweenThem() {
        for (long seed = 0; seed < 200; seed++) {
            World world = new World(seed);
            EtcdBounds known = world.ask();
            for (int i = 0; i < 200; i++) {
                world.clock += world.random.nextLong(10 * SECOND);
                assertThat(known.leastAt(world.clock)).isLessThanOrEqualTo(world.passed());
                assertThat(known.mostAt(world.clock)).isGreaterThanOrEqualTo(world.passed());
                EtcdBounds both = known.and(world.ask());
                assertThat(both).as("seed %s", seed).isNotNull();
                known = both;
            }
        }
    }

    @Test
    void question_atTheTellingMoment_halvesWhatIsOpen() {
        World world = new World(7);
        EtcdBounds known = world.ask();
        assertThat(known.width()).isGreaterThanOrEqualTo(SECOND);
        for (int i = 0; i < 8; i++) {
            world.clock += known.untilTelling(world.clock);
            known = known.and(world.ask());
        }
        assertThat(known.width()).isLessThan(SECOND / 10);
    }

    @Test
    void answer_thatContradicts_isTold() {
        EtcdBounds known = EtcdBounds.of(GRANTED, GRANTED - 100, 0, 1_000);
        assertThat(known.and(EtcdBounds.of(GRANTED, GRANTED, 2_000, 3_000))).isNull();
        assertThat(known.and(EtcdBounds.of(GRANTED, GRANTED - 200, 2_000, 3_000)))
                .isNull();
    }
}
