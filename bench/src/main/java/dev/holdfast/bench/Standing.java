package dev.holdfast.bench;

import dev.holdfast.bench.contender.Entrant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How one contender did.
 *
 * @param slices its turns, each at the same place as everybody else's of the same round
 * @param nanos how long each pair took
 * @param broken why it is out of the contest, or null
 */
record Standing(
        Entrant entrant,
        List<Sample> slices,
        Spread nanos,
        @Nullable String broken) {

    boolean finished() {
        return broken == null;
    }

    /** Pairs per second. */
    Spread rate() {
        return Spread.of(slices.stream().mapToDouble(Sample::perSecond));
    }

    /** How many times as fast as another one that finished, turn by turn. */
    Spread ratio(Standing other) {
        return Spread.of(IntStream.range(0, slices.size())
                .mapToDouble(
                        i -> slices.get(i).perSecond() / other.slices().get(i).perSecond()));
    }
}
