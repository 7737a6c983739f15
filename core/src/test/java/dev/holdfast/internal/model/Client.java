package dev.holdfast.internal.model;

import dev.holdfast.HoldId;
import dev.holdfast.internal.manager.Trial;
import dev.holdfast.spi.Group;
import org.jspecify.annotations.Nullable;

/**
 * One client and what it is doing.
 *
 * @param number how many times it has acquired; also names its current entry
 * @param want the resources it is about, as bits
 * @param believes whether its handle says that it is held
 * @param exempt whether a person ended one of its holds, which it has not learned yet
 * @param looked the clients that were gone when it last looked at processes, as bits, or -1 if it has not
 * @param from the tick at which what it does now was begun
 * @param counted the tick from which its handle counts
 * @param lost the change whose outcome it does not know
 * @param late a change of its that may still arrive
 */
record Client(
        Phase phase,
        int number,
        int want,
        boolean believes,
        boolean exempt,
        Trial.View view,
        int looked,
        int from,
        int counted,
        @Nullable Group lost,
        @Nullable Group late) {
    static final Client NEW =
            new Client(Phase.IDLE, 0, 0, false, false, Trial.View.ASSUMED_ABSENT, -1, 0, 0, null, null);

    /** What a client can be doing. */
    enum Phase {
        IDLE,
        ACQUIRING,
        WAITING,
        HOLDING,
        RENEWING,
        RELEASING,
        /** Does not know what became of its acquire. */
        UNSURE_OF_ACQUIRE,
        /** Does not know what became of its release. */
        UNSURE_OF_RELEASE,
        CRASHED;

        boolean trying() {
            return this == ACQUIRING || this == RENEWING || this == RELEASING;
        }
    }

    HoldId id(int client) {
        return new HoldId(client + 1L, number);
    }

    boolean alive() {
        return phase != Phase.CRASHED;
    }

    boolean wants(int resource) {
        return (want & (1 << resource)) != 0;
    }

    Client idle() {
        return new Client(Phase.IDLE, number, 0, false, false, Trial.View.ASSUMED_ABSENT, -1, 0, 0, null, late);
    }

    Client acquiring(int wanted, int tick) {
        return new Client(
                Phase.ACQUIRING, number + 1, wanted, false, false, Trial.View.ASSUMED_ABSENT, -1, tick, 0, null, late);
    }

    Client in(Phase next, Trial.View known, int tick) {
        return new Client(next, number, want, believes, exempt, known, -1, tick, counted, null, late);
    }

    /** The same, informed by a conflict and by a look at the processes. */
    Client informed(Trial.View known, int gone) {
        return new Client(phase, number, want, believes, exempt, known, gone, from, counted, null, late);
    }

    /** The same, trying once more. */
    Client again(Phase next) {
        return new Client(next, number, want, believes, exempt, view, looked, from, counted, null, late);
    }

    Client about(int wanted) {
        return new Client(phase, number, wanted, believes, exempt, view, looked, from, counted, lost, late);
    }

    Client believing(boolean held, boolean spared, int tick) {
        return new Client(phase, number, want, held, spared, view, looked, from, tick, lost, late);
    }

    Client unsure(Phase next, Group sent) {
        return new Client(next, number, want, believes, exempt, view, looked, from, counted, sent, late);
    }

    Client late(@Nullable Group group) {
        return new Client(phase, number, want, believes, exempt, view, looked, from, counted, lost, group);
    }

    Client crashed() {
        return new Client(Phase.CRASHED, number, 0, false, false, Trial.View.ASSUMED_ABSENT, -1, 0, 0, null, late);
    }
}
