package dev.holdfast.store.file;

import dev.holdfast.store.file.sidecar.Disk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Counts the steps on the disk and makes one of them, or all from one on, fail. Unarmed at first. */
final class StepProbe implements Disk.Probe {
    /** The end of the program, as far as a test in the same program can have it. */
    static final class Crash extends Error {
        private static final long serialVersionUID = 1;

        Crash(String step) {
            super(step);
        }
    }

    private enum Fault {
        CRASH,
        FULL_ONCE,
        FULL
    }

    /** Deleting, renaming and writing anew in place go on working on a full disk. */
    private static final Pattern TAKES_SPACE = Pattern.compile("mkdir|create|link|write|force");

    private final List<String> steps = new ArrayList<>();
    private Fault fault = Fault.CRASH;
    private int failAt = -1;

    void crashAt(int step) {
        arm(Fault.CRASH, step);
    }

    void fullAt(int step, boolean once) {
        arm(once ? Fault.FULL_ONCE : Fault.FULL, step);
    }

    private void arm(Fault newFault, int step) {
        fault = newFault;
        failAt = step;
        steps.clear();
    }

    void disarm() {
        failAt = -1;
    }

    /** Whether there were fewer steps than the one that should fail. */
    boolean wasNotReached() {
        return steps.size() <= failAt;
    }

    String lastStep() {
        return steps.isEmpty() ? "" : steps.get(Math.min(steps.size() - 1, Math.max(0, failAt)));
    }

    @Override
    public void before(String step) throws IOException {
        if (failAt < 0) {
            return;
        }
        int number = steps.size();
        steps.add(step);
        if (fault == Fault.CRASH && number >= failAt) {
            throw new Crash(step);
        }
        boolean full = fault == Fault.FULL
                && number >= failAt
                && TAKES_SPACE.matcher(step).lookingAt();
        if (full || (fault == Fault.FULL_ONCE && number == failAt)) {
            throw new IOException("No space left on device");
        }
    }
}
