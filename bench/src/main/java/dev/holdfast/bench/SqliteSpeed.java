package dev.holdfast.bench;

import dev.holdfast.bench.Comparison.Pace;
import java.util.Map;
import java.util.TreeMap;

/** The speed of SQLite locks against a bare insert and delete; many callers share one flush. */
final class SqliteSpeed implements Part {
    private static final Map<Integer, Double> GOALS = new TreeMap<>(Map.of(1, 0.8, 16, 5.0, 64, 9.0));

    @Override
    public void run(Setting setting, Report report) throws Exception {
        report.section(
                "`sqlite:`",
                "Acquire + release against a bare insert + delete on a file of its own: the same log and flushes, one commit"
                        + " each. The bare threads use a connection each, or share one under a lock; the faster way counts.",
                "threads",
                "bare pairs / s",
                "bare threads",
                "pairs / s",
                "ratio",
                "middle half",
                "goal",
                "");
        for (Map.Entry<Integer, Double> goal : GOALS.entrySet()) {
            compare(goal.getKey(), Goal.atLeast(goal.getValue(), "%.1f ×"), setting, report);
        }
    }

    private static void compare(int threads, Goal goal, Setting setting, Report report) throws Exception {
        Pace pace = threads == 1 ? setting.waiting() : setting.crowded();
        try (Folder folder = Folder.in(setting.disk());
                BareSqlite bare = new BareSqlite(folder.resolve("bare.db"));
                Locks locks = Locks.open("sqlite:" + folder.resolve("locks.db")).orElseThrow();
                Load own = new Load(threads, bare.ownConnections());
                Load shared = new Load(threads, bare.sharedConnection());
                Load product = new Load(threads, locks::pair)) {
            boolean ownIsFaster = Comparison.of(shared, own, new Pace(3, pace.slice(), 1))
                            .ratio()
                            .median()
                    > 1;
            Comparison comparison = Comparison.of(ownIsFaster ? own : shared, product, pace);
            report.row(
                    goal,
                    comparison.ratio().median(),
                    Integer.toString(threads),
                    Report.rate(comparison.floorRate()),
                    threads == 1 ? "–" : ownIsFaster ? "a connection each" : "share one",
                    Report.rate(comparison.productRate()),
                    Report.times(comparison.ratio().median()),
                    comparison.ratio().middle("%.2f"));
        }
    }
}
