package dev.holdfast.internal.process;

import java.util.Optional;

/**
 * The parts of a line of {@code /proc/PID/stat} that matter here.
 *
 * @param state field 3
 * @param threads field 20
 * @param start field 22, in clock ticks since the boot
 */
record ProcStat(char state, long threads, long start) {
    static Optional<ProcStat> parse(String line) {
        // Field 2 is the command's name in parentheses, and the name may itself contain blanks and parentheses.
        String[] fields = line.substring(line.lastIndexOf(')') + 1).strip().split(" ", 21);
        if (fields.length < 20 || fields[0].length() != 1) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    new ProcStat(fields[0].charAt(0), Long.parseLong(fields[17]), Long.parseUnsignedLong(fields[19])));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns whether the whole process has ended, reaped or not. A process whose first thread has ended looks like a zombie
     * while its other threads go on working.
     */
    boolean hasEnded() {
        return (state == 'Z' || state == 'X' || state == 'x') && threads <= 1;
    }
}
