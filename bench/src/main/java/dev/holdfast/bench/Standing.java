package dev.holdfast.bench;

import dev.holdfast.bench.contender.Entrant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The result of one contender.
 *
 * @param slices its turns, at the same index as those of the other contenders in the same round
 * @param nanos the time of each pair
 * @param fairness the pairs of the thread with the fewest, as a share of those of the thread with the most
 * @param broken the reason why it left the contest, or null
 */
record Standing(
        Entrant entrant,
        List<Sample> slices,
        Spread nanos,
        double fairness,
        @Nullable String broken) {

    boolean finished() {
        return broken == null;
    }

    /** Returns the pairs per second. */
    Spread rate() {
        return Spread.of(slices.stream().mapToDouble(Sample::perSecond));
    }

    /** Returns the speed as a multiple of another contender's that finished, turn by turn. */
    Spread ratio(Standing other) {
        return Spread.of(IntStream.range(0, slices.size())
                .mapToDouble(
                        i -> slices.get(i).perSecond() / other.slices().get(i).perSecond()));
    }
}
