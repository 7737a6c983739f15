package dev.holdfast.bench;

import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.ProcessId;
import dev.holdfast.internal.process.ProcessTable;
import java.util.List;
import java.util.stream.LongStream;

/** R9: the worst times to acquire a lock file, and to take over one whose process has ended. */
final class ResumeTimes implements Part {
    private static final int PER_PROCESS = 20;

    @Override
    public void run(Setting setting, Report report) throws Exception {
        report.section(
                "R9: `files:`",
                "In process, on the disk. The holders that are taken over from are bound to real processes that have ended.",
                "what",
                "times",
                "median",
                "p99",
                "goal",
                "");
        int count = setting.quick() ? 40 : 400;
        try (Folder folder = Folder.in(setting.disk());
                Locks own = Locks.open("files:" + folder.resolve("files")).orElseThrow()) {
            LockManager manager = own.manager();
            times(manager, "warm-up", count / 4);
            row("acquire", times(manager, "free", count), 100, report);
            for (int i = 0; i < count; i += PER_PROCESS) {
                Owner dead = Owner.of("dead-" + i).bound(List.of(endedProcess()));
                for (int j = i; j < i + PER_PROCESS; j++) {
                    manager.acquire(LockRequest.of("left-" + j).owner(dead));
                }
            }
            row("take over from a dead holder", times(manager, "left", count), 500, report);
        }
    }

    private static long[] times(LockManager manager, String prefix, int count) {
        long[] nanos = new long[count];
        for (int i = 0; i < count; i++) {
            long start = System.nanoTime();
            manager.tryAcquire(prefix + "-" + i).orThrow();
            nanos[i] = System.nanoTime() - start;
        }
        return nanos;
    }

    private static ProcessId endedProcess() throws Exception {
        Process process = new ProcessBuilder("sleep", "60").start();
        ProcessId id = ProcessTable.system().of(process.pid());
        process.destroyForcibly().waitFor();
        return id;
    }

    private static void row(String what, long[] nanos, int goalMillis, Report report) {
        Spread spread = Spread.of(LongStream.of(nanos).asDoubleStream());
        report.row(
                Goal.atMost(goalMillis, "%.0f ms"),
                spread.quantile(0.99) / 1e6,
                what,
                Integer.toString(nanos.length),
                Report.millis(spread.median()),
                Report.millis(spread.quantile(0.99)));
    }
}
