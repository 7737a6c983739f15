package dev.holdfast.internal.turns;

import java.util.ArrayList;
import java.util.List;

/** The choices of one run after the other, until every run with at most so many preemptions has been made. */
public final class Choices {
    private final int preemptions;
    private final List<int[]> made = new ArrayList<>();
    private int at;
    private int preempted;

    public Choices(int preemptions) {
        this.preemptions = preemptions;
    }

    /** Returns which of those threads runs next; the first is the one that runs now, if it can go on. */
    int next(int ready, boolean mayGoOn) {
        int options = mayGoOn && preempted >= preemptions ? 1 : ready;
        if (at == made.size()) {
            made.add(new int[] {0, options});
        }
        int chosen = made.get(at++)[0];
        preempted += mayGoOn && chosen > 0 ? 1 : 0;
        return chosen;
    }

    /** Prepares the next run; false if there is none. */
    public boolean advance() {
        at = 0;
        preempted = 0;
        while (!made.isEmpty()) {
            int[] last = made.get(made.size() - 1);
            if (++last[0] < last[1]) {
                return true;
            }
            made.remove(made.size() - 1);
        }
        return false;
    }
}
