package dev.holdfast.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Two loads measured in turn, a slice of each at a time, so that other work on the machine slows both alike.
 *
 * @param floor the slices of the bare operation
 * @param product the slices of the lock manager, each right after the floor's of the same place
 */
record Comparison(List<Sample> floor, List<Sample> product) {

    static Comparison of(Load floor, Load product, Pace pace) throws Exception {
        floor.warmUp(pace);
        product.warmUp(pace);
        List<Sample> floors = new ArrayList<>();
        List<Sample> products = new ArrayList<>();
        for (int i = 0; i < pace.slices(); i++) {
            floors.add(floor.run(pace.slice()));
            products.add(product.run(pace.slice()));
        }
        return new Comparison(floors, products);
    }

    /** Returns the speed of the product, as a multiple of the floor. */
    Spread ratio() {
        return Spread.of(IntStream.range(0, floor.size())
                .mapToDouble(i -> product.get(i).perSecond() / floor.get(i).perSecond()));
    }

    double floorRate() {
        return Spread.of(floor.stream().mapToDouble(Sample::perSecond)).median();
    }

    double productRate() {
        return Spread.of(product.stream().mapToDouble(Sample::perSecond)).median();
    }

    /**
     * The length of a measurement.
     *
     * @param slices the number of slices of each load
     * @param warmUps the number of runs of a task before that
     */
    record Pace(int slices, Duration slice, long warmUps) {}
}
