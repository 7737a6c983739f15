package dev.holdfast.bench;

import dev.holdfast.bench.Comparison.Pace;
import dev.holdfast.bench.http.Cores;
import dev.holdfast.bench.http.LockServer;
import dev.holdfast.bench.http.ServerChild;
import dev.holdfast.bench.plot.Bar;
import dev.holdfast.bench.plot.BarChart;
import dev.holdfast.bench.plot.Panel;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** One lock that many connections want, at a server. */
final class HttpContention implements HttpPart.Table {
    private static final int[] SIZES = {1, 4, 16, 64, 200, 1_000};
    /** Goals are for so many and more, and rows with receipts. */
    private static final int MANY = 64;
    /** More have no goal. */
    private static final int MOST = 200;

    private static final double SHARE_OF_ALONE = 0.5;
    private static final double MAX_OF_MEAN = 3;
    private static final Duration MAX_WARM_UP = Duration.ofMinutes(1);
    private static final String TITLE = "One lock over HTTP";

    @Override
    public void run(Cores cores, Setting setting, Report report) throws Exception {
        setting.progress().step("one lock over HTTP");
        try (Folder folder = Folder.in(setting.disk());
                ServerChild server =
                        ServerChild.start(cores, LockServer.class, "sqlite:" + folder.resolve("wanted.db"))) {
            List<Contenders> all = new ArrayList<>();
            try {
                for (int size : SIZES) {
                    // A connection that asks nothing is closed: those that are opened begin immediately.
                    all.add(warm(new Contenders(server.port(), size, false), setting));
                    if (size >= MANY && size <= MOST) {
                        all.add(warm(new Contenders(server.port(), size, true), setting));
                    }
                }
                contest(all, setting.contended(), setting.progress());
                setting.progress().end();
                report(all, report);
            } finally {
                for (Contenders some : all) {
                    some.close();
                }
            }
        }
    }

    private static Contenders warm(Contenders some, Setting setting) throws IOException {
        Pace pace = setting.contended();
        long start = System.nanoTime();
        long pairs = 0;
        while (pairs < pace.warmUps() && System.nanoTime() - start < MAX_WARM_UP.toNanos()) {
            pairs += some.warmUp(pace.slice());
        }
        setting.progress().round();
        return some;
    }

    /** Measures all in turn, a slice of each per round. The first one changes from round to round. */
    private static void contest(List<Contenders> all, Pace pace, Progress progress) throws IOException {
        List<Contenders> order = new ArrayList<>(all);
        for (int i = 0; i < pace.slices(); i++) {
            for (Contenders some : order) {
                some.turn(pace.slice());
            }
            Collections.rotate(order, 1);
            progress.round();
        }
    }

    private static void report(List<Contenders> all, Report report) {
        report.section(
                "One lock",
                "On `sqlite:` with its default flushes: so many connections to one server want the same lock. Each waits for it,"
                        + " releases it, and asks again. The waits are those of the clients, from the request to the answer."
                        + " *Least : most*: how often the connection with the fewest grants got the lock, as a share of the one"
                        + " with the most. *Receipts*: each request brings a receipt that its client made, as the Java client and"
                        + " `holdfast.js` do.",
                "connections",
                "pairs / s",
                "wait p50",
                "mean",
                "p99",
                "least : most",
                "against",
                "ratio",
                "middle half",
                "goal",
                "");
        Contenders alone = all.get(0);
        List<Bar> bars = new ArrayList<>();
        for (Contenders some : all) {
            double fairness = some.fairness();
            Spread waits = some.takeWaits();
            String[] cells = {
                some.label(),
                Report.rate(some.rate().median()),
                Report.millis(waits.median()),
                Report.millis(waits.mean()),
                Report.millis(waits.quantile(0.99)),
                String.format(Locale.ROOT, "%.2f", fairness)
            };
            if (some == alone) {
                report.row(with(cells, "", "", "", "", ""));
            } else {
                Spread ratio = some.ratio(alone);
                report.row(
                        !isJudged(some) ? null : Goal.atLeast(SHARE_OF_ALONE, "%.1f ×"),
                        ratio.median(),
                        with(cells, "1, alone", Report.times(ratio.median()), ratio.middle("%.2f")));
            }
            if (isJudged(some)) {
                double share = waits.quantile(0.99) / waits.mean();
                report.row(
                        Goal.atMost(MAX_OF_MEAN, "%.0f ×"),
                        share,
                        with(cells, "p99 : mean wait", Report.times(share), ""));
            }
            bars.add(bar(cells[0], some, cells[1], cells[4]));
        }
        report.figure("http-one-lock.svg", TITLE, BarChart.svg(TITLE, Summary.FOOT, List.of(panel(bars))));
    }

    private static boolean isJudged(Contenders some) {
        return some.size() >= MANY && some.size() <= MOST;
    }

    private static String[] with(String[] cells, String... more) {
        List<String> all = new ArrayList<>(List.of(cells));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    private static Bar bar(String label, Contenders some, String rate, String p99) {
        return new Bar(
                label,
                some.size() == 1 ? Bar.Style.PLAIN : Bar.Style.STRONG,
                some.rate().median(),
                some.rate().quantile(0.25),
                some.rate().quantile(0.75),
                rate,
                "p99 wait " + p99);
    }

    private static Panel panel(List<Bar> bars) {
        return new Panel("Connections that want one lock", bars);
    }
}
