package dev.holdfast.bench;

import dev.holdfast.bench.contender.Entrant;
import dev.holdfast.bench.contender.Role;
import java.util.Arrays;
import java.util.stream.DoubleStream;

/** Made-up results. */
final class Figures {
    private Figures() {}

    static Entrant entrant(String name, Role role) {
        return new Entrant(name, role, false, false, (address, connections) -> {
            throw new UnsupportedOperationException();
        });
    }

    /** One that did so many pairs in each second. */
    static Standing standing(String name, Role role, long... perSecond) {
        return new Standing(
                entrant(name, role),
                Arrays.stream(perSecond)
                        .mapToObj(count -> new Sample(count, 1_000_000_000, 0, 0))
                        .toList(),
                Spread.of(DoubleStream.of(1_500_000)),
                1,
                null);
    }

    static Standing broken(String name, Role role, String why) {
        return new Standing(entrant(name, role), java.util.List.of(), Spread.of(DoubleStream.of(0)), 0, why);
    }
}
