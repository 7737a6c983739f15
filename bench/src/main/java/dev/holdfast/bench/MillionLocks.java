package dev.holdfast.bench;

import dev.holdfast.bench.contender.Engine;
import dev.holdfast.bench.contender.Settling;
import dev.holdfast.engines.Server;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The cost of a lock, by the number of other locks in the store. */
final class MillionLocks implements Part {
    private static final int FEW = 1_000;
    private static final int MANY = 1_000_000;
    private static final int MANY_QUICKLY = 20_000;

    private static final Goal SAME = Goal.atMost(1.3, "%.1f ×");
    private static final Goal SWIFT = Goal.atMost(10, "%.0f ms");

    private final String name;
    private final Place place;

    /** Calls back with the addresses of two empty stores. */
    private interface Place {
        void lend(Setting setting, StoresUse use) throws Exception;
    }

    /** Uses the two stores. */
    private interface StoresUse {
        void of(List<String> addresses, Settling settling) throws Exception;
    }

    private MillionLocks(String name, Place place) {
        this.name = name;
        this.place = place;
    }

    static MillionLocks inSqlite() {
        return new MillionLocks("SQLite", (setting, use) -> {
            try (Folder folder = Folder.in(setting.disk())) {
                use.of(
                        List.of("sqlite:" + folder.resolve("few.db"), "sqlite:" + folder.resolve("many.db")),
                        Settling.NONE);
            }
        });
    }

    /** Measures on two servers, so that the stores do not affect each other. */
    static MillionLocks on(Engine engine, Settling settling) {
        return new MillionLocks(engine.name(), (setting, use) -> {
            setting.progress().step(engine.name() + " starts, twice");
            try (Folder folder = Folder.in(setting.disk());
                    Server small = engine.start(folder.resolve("few"));
                    Server large = engine.start(folder.resolve("many"))) {
                use.of(List.of(small.address(), large.address()), settling);
            }
        });
    }

    @Override
    public void run(Setting setting, Report report) throws Exception {
        int many = setting.quick() ? MANY_QUICKLY : MANY;
        place.lend(setting, (addresses, settling) -> {
            List<Locks> stores = new ArrayList<>();
            try {
                for (String address : addresses) {
                    stores.add(Locks.open(address).orElseThrow());
                }
                setting.progress().step(String.format(Locale.ROOT, "%s gets %,d locks", name, many));
                TwoSizes sizes = new TwoSizes(stores, List.of(FEW, many));
                for (int i = 0; i < stores.size(); i++) {
                    sizes.fill(i);
                    settling.await(addresses.get(i));
                }
                measure(sizes, many, setting, report);
            } finally {
                stores.forEach(Locks::close);
            }
        });
    }

    private void measure(TwoSizes sizes, int many, Setting setting, Report report) throws Exception {
        int rounds = setting.quick() ? 5 : 25;
        setting.progress().step(name + " with few and with many locks");
        TwoSizes.Times pairs = sizes.pairs(rounds / 2, rounds, Duration.ofMillis(200));
        TwoSizes.Times listings = sizes.listings(rounds * 4, rounds * 8);
        TwoSizes.Times idle = sizes.sweeps(2, rounds, 0);
        TwoSizes.Times sweeps = sizes.sweeps(2, setting.quick() ? 3 : 9, TwoSizes.EXPIRED);
        setting.progress().end();
        report.section(
                "Many locks in " + name,
                String.format(
                        Locale.ROOT,
                        "Holdfast alone, one thread, two stores in turn. Every owner has %d locks. Median and p99.",
                        TwoSizes.PER_OWNER),
                "",
                String.format(Locale.ROOT, "%,d live locks", FEW),
                String.format(Locale.ROOT, "%,d live locks", many),
                "ratio");
        row("acquire + release", pairs, report);
        row("list one owner's", listings, report);
        row("sweep, nothing over", idle, report);
        row(String.format(Locale.ROOT, "sweep, %,d over", TwoSizes.EXPIRED), sweeps, report);
        String where = String.format(Locale.ROOT, "%s with %,d locks, ", name, many);
        Summary goals = report.summary();
        goals.goal(where + "acquire + release", SAME, pairs.ratio().median(), "%.2f ×");
        goals.goal(where + "list one owner's", SWIFT, listings.many().quantile(0.99) / 1e6, "%.1f ms");
        goals.goal(where + "sweep what is over", SAME, sweeps.ratio().median(), "%.2f ×");
    }

    private static void row(String what, TwoSizes.Times times, Report report) {
        report.row(
                what,
                shown(times.few()),
                shown(times.many()),
                Report.times(times.ratio().median()));
    }

    private static String shown(Spread nanos) {
        return String.format(Locale.ROOT, "%.2f, %.2f ms", nanos.median() / 1e6, nanos.quantile(0.99) / 1e6);
    }
}
