package dev.holdfast.testkit;

import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Random;

/** Which fault each call of {@code apply} meets. Asked once per call, in the order of the calls, by one thread at a time. */
@FunctionalInterface
public interface FaultPlan {

    Fault next();

    /** These faults, one after the other; then none. */
    static FaultPlan script(Fault... faults) {
        Iterator<Fault> script = List.of(faults).iterator();
        return () -> script.hasNext() ? script.next() : Fault.NONE;
    }

    /** Each call meets one of the faults with that probability; the same faults for the same seed. */
    static FaultPlan random(long seed, double probability, EnumSet<Fault> faults) {
        Random random = new Random(seed);
        List<Fault> choice = List.copyOf(faults);
        return () -> random.nextDouble() < probability ? choice.get(random.nextInt(choice.size())) : Fault.NONE;
    }

    /** Each call meets any of the faults with that probability. */
    static FaultPlan random(long seed, double probability) {
        return random(seed, probability, EnumSet.complementOf(EnumSet.of(Fault.NONE)));
    }
}
