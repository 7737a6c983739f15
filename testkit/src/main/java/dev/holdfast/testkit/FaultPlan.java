package dev.holdfast.testkit;

import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Random;

/** The fault of each call of {@code apply}. Asked once per call, in the order of the calls, by one thread at a time. */
@FunctionalInterface
public interface FaultPlan {

    Fault next();

    /** Returns a plan with these faults, one after the other; then none. */
    static FaultPlan script(Fault... faults) {
        Iterator<Fault> script = List.of(faults).iterator();
        return () -> script.hasNext() ? script.next() : Fault.NONE;
    }

    /** Returns a plan in which each call meets one of the faults with a probability; the same for the same seed. */
    static FaultPlan random(long seed, double probability, EnumSet<Fault> faults) {
        Random random = new Random(seed);
        List<Fault> choice = List.copyOf(faults);
        return () -> random.nextDouble() < probability ? choice.get(random.nextInt(choice.size())) : Fault.NONE;
    }

    /** Returns a plan in which each call meets any fault with a probability. */
    static FaultPlan random(long seed, double probability) {
        return random(seed, probability, EnumSet.complementOf(EnumSet.of(Fault.NONE)));
    }
}
