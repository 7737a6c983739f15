package dev.holdfast.store.file;

import dev.holdfast.Hold;
import dev.holdfast.ProcessId;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/**
 * The facts that a lock directory shows about the first of its holds. Process 0 stands for no process: programs that check it
 * find it alive.
 *
 * @param further the lines about {@link FurtherProcesses}
 */
record DirectoryFacts(String pid, String ts, String cmd, Where where, String id, String further) {
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}+");
    private static final String OWN_PID = Long.toString(ProcessHandle.current().pid());
    private static final String OWN_COMMAND =
            // Without its arguments, which may be private.
            "java " + oneLine(System.getProperty("sun.java.command", "")).split(" ", 2)[0];
    private static final int MAX_COMMAND = 500;
    /** A property of a process that takes locks for another program: what runs under them. */
    private static final String COMMAND = "dev.holdfast.command";

    /** Makes ids that were never used before, also when a hold is shown for the second time. */
    private static final AtomicLong COUNT = new AtomicLong(System.nanoTime());

    static DirectoryFacts of(List<Hold> holds) {
        Hold hold = holds.get(0);
        List<ProcessId> processes = hold.owner().processes();
        String pid = processes.isEmpty() ? "0" : Long.toString(processes.get(0).pid());
        String byDefault = pid.equals(OWN_PID) ? OWN_COMMAND : hold.owner().name();
        String cmd = oneLine(System.getProperty(COMMAND, byDefault));
        return new DirectoryFacts(
                pid,
                Long.toString(hold.since().getEpochSecond()),
                cmd,
                Where.of(processes),
                "f" + hold.fence() + "." + OWN_PID + "." + COUNT.incrementAndGet(),
                FurtherProcesses.lines(holds));
    }

    /** Returns the lines of a file {@code next.<id>}. */
    String lines() {
        return "pid=" + pid + "\nts=" + ts + "\nid=" + id + "\ncmd=" + cmd + "\n" + where.lines();
    }

    static String oneLine(String text) {
        String line = CONTROL.matcher(text).replaceAll(" ");
        return line.length() > MAX_COMMAND ? line.substring(0, MAX_COMMAND) : line;
    }
}
